; A set-up for one user: no administrator is asked. A newer version replaces an older one; the library, which lies in
; the user's data, is never touched. /S installs without questions.
Unicode true
SetCompressor /SOLID lzma
!include MUI2.nsh
!include x64.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\cbir"
Name "cbir"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\cbir"
InstallDirRegKey HKCU "Software\cbir" "folder"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "cbir"
VIAddVersionKey "FileDescription" "cbir set-up"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Apache License 2.0"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\cbir-window.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "Italian"

LangString FIND ${LANG_ENGLISH} "Search with cbir"
LangString FIND ${LANG_GERMAN} "Mit cbir suchen"
LangString FIND ${LANG_FRENCH} "Rechercher avec cbir"
LangString FIND ${LANG_ITALIAN} "Cerca con cbir"
LangString BITS ${LANG_ENGLISH} "cbir needs a 64-bit Windows."
LangString BITS ${LANG_GERMAN} "cbir braucht ein 64-Bit-Windows."
LangString BITS ${LANG_FRENCH} "cbir a besoin d’un Windows 64 bits."
LangString BITS ${LANG_ITALIAN} "cbir richiede un Windows a 64 bit."

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(BITS)" /SD IDOK
    Abort
  ${EndIf}
FunctionEnd

Section
  ; The files of the version before go first, by its own list.
  ReadRegStr $0 HKCU "Software\cbir" "folder"
  ${If} $0 != ""
  ${AndIf} ${FileExists} "$0\uninstall.exe"
    ExecWait '"$0\uninstall.exe" /S _?=$0'
  ${EndIf}
  SetOutPath "$INSTDIR"
  File /r "${APP}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\cbir.lnk" "$INSTDIR\cbir-window.exe"
  WriteRegStr HKCU "Software\cbir" "folder" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "DisplayName" "cbir"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\cbir-window.exe"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" ${SIZE}
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ; In Explorer's menu of every picture, and among "Open with".
  WriteRegStr HKCU "Software\Classes\SystemFileAssociations\image\shell\cbir" "" "$(FIND)"
  WriteRegStr HKCU "Software\Classes\SystemFileAssociations\image\shell\cbir" "Icon" "$INSTDIR\cbir-window.exe"
  WriteRegStr HKCU "Software\Classes\SystemFileAssociations\image\shell\cbir\command" "" '"$INSTDIR\cbir-window.exe" "%1"'
  WriteRegStr HKCU "Software\Classes\Applications\cbir-window.exe\shell\open\command" "" '"$INSTDIR\cbir-window.exe" "%1"'
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\cbir.exe" "" "$INSTDIR\cbir.exe"
SectionEnd

Section "Uninstall"
  !include "${UNINSTALL}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
  DeleteRegKey HKCU "Software\Classes\SystemFileAssociations\image\shell\cbir"
  DeleteRegKey HKCU "Software\Classes\Applications\cbir-window.exe"
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\cbir.exe"
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "cbir"
  DeleteRegKey HKCU "Software\cbir"
  Delete "$SMPROGRAMS\cbir.lnk"
SectionEnd
