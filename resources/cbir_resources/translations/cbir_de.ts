<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Close this notice</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
    <message>
        <source>Back to the results</source>
        <translation>Zurück zu den Ergebnissen</translation>
    </message>
    <message>
        <source>Previous photo</source>
        <translation>Voriges Foto</translation>
    </message>
    <message>
        <source>Next photo</source>
        <translation>Nächstes Foto</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Fit to the window</source>
        <translation>In das Fenster einpassen</translation>
    </message>
    <message>
        <source>{section}: fold away</source>
        <translation>{section}: einklappen</translation>
    </message>
    <message>
        <source>{section}: unfold</source>
        <translation>{section}: ausklappen</translation>
    </message>
    <message>
        <source>Recycle Bin</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>A part of it fits better than the whole photo.</source>
        <translation>Ein Teil davon passt besser als das ganze Foto.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln Foto</numerusform>
            <numerusform>%Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) agree</source>
        <translation>
            <numerusform>%Ln Punkt stimmt überein</numerusform>
            <numerusform>%Ln Punkte stimmen überein</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln byte(s)</source>
        <translation>
            <numerusform>%Ln Byte</numerusform>
            <numerusform>%Ln Byte</numerusform>
        </translation>
    </message>
    <message>
        <source>{size} KB</source>
        <translation>{size} KB</translation>
    </message>
    <message>
        <source>{size} MB</source>
        <translation>{size} MB</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} GB</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} ms</translation>
    </message>
    <message>
        <source>{time} s</source>
        <translation>{time} s</translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s) left</source>
        <translation>
            <numerusform>noch etwa %Ln Stunde</numerusform>
            <numerusform>noch etwa %Ln Stunden</numerusform>
        </translation>
    </message>
    <message>
        <source>below {least}</source>
        <translation>unter {least}</translation>
    </message>
    <message>
        <source>Its drive is not connected.</source>
        <translation>Das Laufwerk ist nicht verbunden.</translation>
    </message>
    <message>
        <source>The file has moved, or its drive is disconnected.</source>
        <translation>Die Datei wurde verschoben, oder ihr Laufwerk ist nicht verbunden.</translation>
    </message>
    <message>
        <source>The library is on another computer. Its administrator can do this.</source>
        <translation>Die Bibliothek liegt auf einem anderen Computer. Ihr Betreiber kann das tun.</translation>
    </message>
    <message>
        <source>Your token or the service is read-only.</source>
        <translation>Dein Token oder der Dienst erlaubt nur das Lesen.</translation>
    </message>
    <message>
        <source>This service doesn’t send original files.</source>
        <translation>Dieser Dienst sendet keine Originale.</translation>
    </message>
    <message>
        <source>{width} × {height} px</source>
        <translation>{width} × {height} px</translation>
    </message>
    <message>
        <source>title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>headline</source>
        <translation>Überschrift</translation>
    </message>
    <message>
        <source>caption</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>creator</source>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>copyright</source>
        <translation>Copyright</translation>
    </message>
    <message>
        <source>label</source>
        <translation>Etikett</translation>
    </message>
    <message>
        <source>people</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>stars</source>
        <translation>Sterne</translation>
    </message>
    <message>
        <source>pick flag</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>albums</source>
        <translation>Alben</translation>
    </message>
    <message>
        <source>judgements</source>
        <translation>Bewertungen von Suchen</translation>
    </message>
    <message>
        <source>Comparing photos</source>
        <translation>Fotos werden verglichen</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) to the {trash} and free {size}?</source>
        <translation>
            <numerusform>%Ln Foto in den {trash} legen und {size} freigeben?</numerusform>
            <numerusform>%Ln Fotos in den {trash} legen und {size} freigeben?</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to the {trash}</source>
        <translation>In den {trash} legen</translation>
    </message>
    <message numerus="yes">
        <source>And %Ln other(s).</source>
        <translation>
            <numerusform>Und %Ln weiteres.</numerusform>
            <numerusform>Und %Ln weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not all of them are copies: a shot of a burst is a photo of its own. You can get them back from there.</source>
        <translation>Nicht alle sind Kopien: Eine Aufnahme einer Serie ist ein eigenes Foto. Du kannst sie von dort zurückholen.</translation>
    </message>
    <message>
        <source>A copy of each stays, with what you added to either. You can get them back from there.</source>
        <translation>Von jedem bleibt eine Kopie, mit allem, was du zu beiden hinzugefügt hast. Du kannst sie von dort zurückholen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln last copy(s) stay unless you confirm them next.</source>
        <translation>
            <numerusform>%Ln letzte Kopie bleibt, wenn du sie nicht gleich bestätigst.</numerusform>
            <numerusform>%Ln letzte Kopien bleiben, wenn du sie nicht gleich bestätigst.</numerusform>
        </translation>
    </message>
    <message>
        <source>A copy of each stays outside this folder. You can get them back from there.</source>
        <translation>Von jedem bleibt eine Kopie außerhalb dieses Ordners. Von dort lassen sie sich zurückholen.</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) in {folder} to the {trash} and free {size}?</source>
        <translation>
            <numerusform>%Ln Foto aus {folder} in den {trash} verschieben und {size} freigeben?</numerusform>
            <numerusform>%Ln Fotos aus {folder} in den {trash} verschieben und {size} freigeben?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) would have no copy left.</source>
        <translation>
            <numerusform>Von %Ln Foto bliebe keine Kopie übrig.</numerusform>
            <numerusform>Von %Ln Fotos bliebe keine Kopie übrig.</numerusform>
        </translation>
    </message>
    <message>
        <source>Move the last copies too</source>
        <translation>Auch die letzten Kopien</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Doppelte Fotos</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) moved to the {trash}. You can get them back from there.</source>
        <translation>
            <numerusform>%Ln Foto in den {trash} gelegt. Du kannst es von dort zurückholen.</numerusform>
            <numerusform>%Ln Fotos in den {trash} gelegt. Du kannst sie von dort zurückholen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Opening the library…</source>
        <translation>Die Bibliothek wird geöffnet…</translation>
    </message>
    <message>
        <source>The library is not open.</source>
        <translation>Die Bibliothek ist nicht geöffnet.</translation>
    </message>
    <message>
        <source>The library cannot be opened</source>
        <translation>Die Bibliothek kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>The search engine is not running.</source>
        <translation>Die Suche läuft nicht.</translation>
    </message>
    <message>
        <source>The search engine is not running</source>
        <translation>Die Suche läuft nicht</translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln photo(s)</source>
        <translation>
            <numerusform>%Ln Foto exportieren</numerusform>
            <numerusform>%Ln Fotos exportieren</numerusform>
        </translation>
    </message>
    <message>
        <source>ZIP files (*.zip)</source>
        <translation>ZIP-Dateien (*.zip)</translation>
    </message>
    <message>
        <source>Wait until the previous photos are copied.</source>
        <translation>Warte, bis die vorigen Fotos kopiert sind.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) copied to the clipboard.</source>
        <translation>
            <numerusform>%Ln Foto in die Zwischenablage kopiert.</numerusform>
            <numerusform>%Ln Fotos in die Zwischenablage kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{folder}” is in the library, which would add the copies too. Choose another folder.</source>
        <translation>„{folder}“ liegt in der Bibliothek, die auch die Kopien aufnähme. Wähle einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) not copied: the drive is not connected.</source>
        <translation>
            <numerusform>%Ln Foto nicht kopiert: Das Laufwerk ist nicht verbunden.</numerusform>
            <numerusform>%Ln Fotos nicht kopiert: Das Laufwerk ist nicht verbunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Copying photos…</source>
        <translation>Fotos werden kopiert…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) copied to “{folder}”.</source>
        <translation>
            <numerusform>%Ln Foto nach „{folder}“ kopiert.</numerusform>
            <numerusform>%Ln Fotos nach „{folder}“ kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>No program was found that opens “{file}”.</source>
        <translation>Kein Programm gefunden, das „{file}“ öffnet.</translation>
    </message>
    <message>
        <source>The moment is at {time} of the video.</source>
        <translation>Der Moment liegt bei {time} im Video.</translation>
    </message>
    <message numerus="yes">
        <source>The first {most} of %Ln photo(s) were opened.</source>
        <translation>
            <numerusform>Die ersten {most} von %Ln Foto wurden geöffnet.</numerusform>
            <numerusform>Die ersten {most} von %Ln Fotos wurden geöffnet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a library</source>
        <translation>Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Choose a folder for the new library</source>
        <translation>Ordner für die neue Bibliothek wählen</translation>
    </message>
    <message>
        <source>Choose a backup</source>
        <translation>Sicherung wählen</translation>
    </message>
    <message>
        <source>Backups (*.zip)</source>
        <translation>Sicherungen (*.zip)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a folder for the restored library</source>
        <translation>Ordner für die wiederhergestellte Bibliothek wählen</translation>
    </message>
    <message>
        <source>“{folder}” is not a library.</source>
        <translation>„{folder}“ ist keine Bibliothek.</translation>
    </message>
    <message>
        <source>The window could not be opened.</source>
        <translation>Das Fenster konnte nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>“{folder}” cannot be used: {reason}.</source>
        <translation>„{folder}“ ist nicht verwendbar: {reason}.</translation>
    </message>
    <message>
        <source>“{folder}” is not empty.</source>
        <translation>„{folder}“ ist nicht leer.</translation>
    </message>
    <message>
        <source>Restoring the library…</source>
        <translation>Die Bibliothek wird wiederhergestellt…</translation>
    </message>
    <message>
        <source>The library could not be restored.</source>
        <translation>Die Bibliothek konnte nicht wiederhergestellt werden.</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Stopped. The photos that were finished are kept.</source>
        <translation>Angehalten. Was fertig war, bleibt.</translation>
    </message>
    <message numerus="yes">
        <source>The metadata of %Ln photo(s) was read again.</source>
        <translation>
            <numerusform>Die Metadaten von %Ln Foto wurden neu gelesen.</numerusform>
            <numerusform>Die Metadaten von %Ln Fotos wurden neu gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Checking the library…</source>
        <translation>Die Bibliothek wird geprüft…</translation>
    </message>
    <message>
        <source>Back up the library</source>
        <translation>Bibliothek sichern</translation>
    </message>
    <message>
        <source>Backing up the library…</source>
        <translation>Die Bibliothek wird gesichert…</translation>
    </message>
    <message>
        <source>The library is backed up: “{file}”, {size}.</source>
        <translation>Die Bibliothek ist gesichert: „{file}“, {size}.</translation>
    </message>
    <message>
        <source>Forgetting a folder…</source>
        <translation>Ein Ordner wird vergessen…</translation>
    </message>
    <message>
        <source>forgetting “{folder}”</source>
        <translation>Vergessen von „{folder}“</translation>
    </message>
    <message numerus="yes">
        <source>“{folder}” was forgotten: %Ln photo(s) left the library.</source>
        <translation>
            <numerusform>„{folder}“ wurde vergessen: %Ln Foto ist nicht mehr in der Bibliothek.</numerusform>
            <numerusform>„{folder}“ wurde vergessen: %Ln Fotos sind nicht mehr in der Bibliothek.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add it again</source>
        <translation>Wieder hinzufügen</translation>
    </message>
    <message>
        <source>New visual words were learned from your photos and compared.</source>
        <translation>Neue visuelle Wörter wurden aus deinen Fotos gelernt und verglichen.</translation>
    </message>
    <message>
        <source>Searches now use the new visual words.</source>
        <translation>Suchen verwenden jetzt die neuen visuellen Wörter.</translation>
    </message>
    <message>
        <source>Searches still use the old visual words.</source>
        <translation>Suchen verwenden weiter die alten visuellen Wörter.</translation>
    </message>
    <message>
        <source>making an album</source>
        <translation>Anlegen eines Albums</translation>
    </message>
    <message>
        <source>Saved as the album “{name}”.</source>
        <translation>Als Album „{name}“ gespeichert.</translation>
    </message>
    <message>
        <source>name of an album</source>
        <translation>Name eines Albums</translation>
    </message>
    <message>
        <source>removing an album</source>
        <translation>Entfernen eines Albums</translation>
    </message>
    <message>
        <source>The album “{name}” was removed. Its photos stay.</source>
        <translation>Das Album „{name}“ wurde entfernt. Seine Fotos bleiben.</translation>
    </message>
    <message>
        <source>putting an album back</source>
        <translation>Zurückholen eines Albums</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new photo(s) in the album “{name}”.</source>
        <translation>
            <numerusform>%Ln neues Foto im Album „{name}“.</numerusform>
            <numerusform>%Ln neue Fotos im Album „{name}“.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open album</source>
        <translation>Album öffnen</translation>
    </message>
    <message>
        <source>Add to album</source>
        <translation>Zu Album hinzufügen</translation>
    </message>
    <message>
        <source>New album</source>
        <translation>Neues Album</translation>
    </message>
    <message>
        <source>{photos} in the album “{name}”</source>
        <translation>{photos} im Album „{name}“</translation>
    </message>
    <message>
        <source>{photos} not in the album “{name}”</source>
        <translation>{photos} nicht im Album „{name}“</translation>
    </message>
    <message>
        <source>Added to “{name}”: {photos}.</source>
        <translation>Zu „{name}“ hinzugefügt: {photos}.</translation>
    </message>
    <message>
        <source>Not in “{name}” any more: {photos}.</source>
        <translation>Nicht mehr in „{name}“: {photos}.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undone: {what}.</source>
        <translation>Rückgängig gemacht: {what}.</translation>
    </message>
    <message>
        <source>Redone: {what}.</source>
        <translation>Wiederholt: {what}.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) right</source>
        <translation>
            <numerusform>%Ln Foto richtig</numerusform>
            <numerusform>%Ln Fotos richtig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln wrong</source>
        <translation>
            <numerusform>%Ln falsch</numerusform>
            <numerusform>%Ln falsch</numerusform>
        </translation>
    </message>
    <message>
        <source>For this search: {right}, {wrong}.</source>
        <translation>Für diese Suche: {right}, {wrong}.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>“{file}” now has its file’s own rating.</source>
        <translation>„{file}“ hat jetzt die Bewertung aus der Datei.</translation>
    </message>
    <message>
        <source>“{file}” is rejected.</source>
        <translation>„{file}“ ist abgelehnt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have their files’ own ratings.</source>
        <translation>
            <numerusform>%Ln Foto hat jetzt die Bewertung seiner Datei.</numerusform>
            <numerusform>%Ln Fotos haben jetzt die Bewertung ihrer Dateien.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) rejected.</source>
        <translation>
            <numerusform>%Ln Foto abgelehnt.</numerusform>
            <numerusform>%Ln Fotos abgelehnt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have no stars.</source>
        <translation>
            <numerusform>%Ln Foto hat jetzt keinen Stern.</numerusform>
            <numerusform>%Ln Fotos haben jetzt keinen Stern.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have {stars}.</source>
        <translation>
            <numerusform>%Ln Foto hat jetzt {stars}.</numerusform>
            <numerusform>%Ln Fotos haben jetzt {stars}.</numerusform>
        </translation>
    </message>
    <message>
        <source>No stars for “{file}”.</source>
        <translation>Keine Sterne für „{file}“.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) picked.</source>
        <translation>
            <numerusform>%Ln Foto markiert.</numerusform>
            <numerusform>%Ln Fotos markiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is picked.</source>
        <translation>„{file}“ ist markiert.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) no longer flagged.</source>
        <translation>
            <numerusform>%Ln Foto ohne Markierung.</numerusform>
            <numerusform>%Ln Fotos ohne Markierung.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is no longer flagged.</source>
        <translation>„{file}“ hat keine Markierung mehr.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a label.</source>
        <translation>
            <numerusform>%Ln Foto ohne Etikett.</numerusform>
            <numerusform>%Ln Fotos ohne Etikett.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” has no label.</source>
        <translation>„{file}“ hat kein Etikett.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) labelled: {label}.</source>
        <translation>
            <numerusform>%Ln Foto mit Etikett: {label}.</numerusform>
            <numerusform>%Ln Fotos mit Etikett: {label}.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is labelled: {label}.</source>
        <translation>Etikett von „{file}“: {label}.</translation>
    </message>
    <message>
        <source>{stars} for “{file}”.</source>
        <translation>{stars} für „{file}“.</translation>
    </message>
    <message>
        <source>Weights (*.safetensors *.pt *.pth *.bin)</source>
        <translation>Gewichte (*.safetensors *.pt *.pth *.bin)</translation>
    </message>
    <message>
        <source>The model is installed. Add a folder, and type what its photos show.</source>
        <translation>Das Modell ist installiert. Füge einen Ordner hinzu und schreibe, was seine Fotos zeigen.</translation>
    </message>
    <message>
        <source>Only whole photos are searched from now on.</source>
        <translation>Ab jetzt werden nur ganze Fotos durchsucht.</translation>
    </message>
    <message>
        <source>Remove a model</source>
        <translation>Modell entfernen</translation>
    </message>
    <message>
        <source>Remove {model}?</source>
        <translation>{model} entfernen?</translation>
    </message>
    <message>
        <source>It frees {size}. Sentences no longer find photos by what they show, unless another model is in use. You can install it again later.</source>
        <translation>Das gibt {size} frei. Sätze finden Fotos dann nicht mehr nach Inhalt, außer mit einem anderen Modell. Du kannst es später wieder installieren.</translation>
    </message>
    <message>
        <source>The model is installed and now reads your photos. Each can be found as soon as it is read.</source>
        <translation>Das Modell ist installiert und liest jetzt deine Fotos. Jedes ist zu finden, sobald es gelesen ist.</translation>
    </message>
    <message>
        <source>The parts of your photos are being read now. Each photo can be found by them as soon as it is read.</source>
        <translation>Die Teile deiner Fotos werden jetzt gelesen. Jedes Foto ist darüber zu finden, sobald es gelesen ist.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Install a model</source>
        <translation>Modell installieren</translation>
    </message>
    <message>
        <source>{model} may be used for research only.</source>
        <translation>{model} ist nur für die Forschung erlaubt.</translation>
    </message>
    <message>
        <source>Its licence is {licence}. Install it if your use is research.</source>
        <translation>Die Lizenz ist {licence}. Installiere es, wenn du damit forschst.</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>Installieren</translation>
    </message>
    <message>
        <source>Choose a weights file</source>
        <translation>Datei mit Gewichten wählen</translation>
    </message>
    <message>
        <source>Choose a folder with a ready model</source>
        <translation>Ordner mit einem fertigen Modell wählen</translation>
    </message>
    <message>
        <source>Looking for programs…</source>
        <translation>Programme werden gesucht…</translation>
    </message>
    <message>
        <source>Another program…</source>
        <translation>Anderes Programm…</translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation>Programm wählen</translation>
    </message>
    <message>
        <source>“{program}” could not be started.</source>
        <translation>„{program}“ konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>change of the search</source>
        <translation>Änderung der Suche</translation>
    </message>
    <message>
        <source>Add a picture to the search</source>
        <translation>Bild zur Suche hinzufügen</translation>
    </message>
    <message>
        <source>Open a picture to search with</source>
        <translation>Bild öffnen, mit dem gesucht wird</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>Bilder ({patterns})</translation>
    </message>
    <message>
        <source>Reading what is written in the picture…</source>
        <translation>Lese, was im Bild geschrieben steht …</translation>
    </message>
    <message>
        <source>No words were found in this picture.</source>
        <translation>In diesem Bild wurden keine Wörter gefunden.</translation>
    </message>
    <message>
        <source>Fetching the picture from {host}…</source>
        <translation>Bild wird von {host} geladen…</translation>
    </message>
    <message>
        <source>This picture is on the web. Fetch it from {host}?</source>
        <translation>Dieses Bild ist im Netz. Von {host} laden?</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Laden</translation>
    </message>
    <message numerus="yes">
        <source>{names}: folder(s). Add to the library?</source>
        <translation>
            <numerusform>{names} ist ein Ordner. Zur Bibliothek hinzufügen?</numerusform>
            <numerusform>{names} sind Ordner. Zur Bibliothek hinzufügen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Add to the library</source>
        <translation>Zur Bibliothek hinzufügen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>From the screen</source>
        <translation>Vom Bildschirm</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Nothing was moved.</source>
        <translation>Nichts wurde verschoben.</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>In den Papierkorb legen</translation>
    </message>
    <message>
        <source>Move “{file}” to the {trash}?</source>
        <translation>„{file}“ in den {trash} legen?</translation>
    </message>
    <message>
        <source>No photo is rejected. X rejects the selected photos.</source>
        <translation>Kein Foto ist abgelehnt. X lehnt die ausgewählten Fotos ab.</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) to the {trash}?</source>
        <translation>
            <numerusform>%Ln Foto in den {trash} legen?</numerusform>
            <numerusform>%Ln Fotos in den {trash} legen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moving %Ln photo(s) to the {trash}…</source>
        <translation>
            <numerusform>%Ln Foto kommt in den {trash}…</numerusform>
            <numerusform>%Ln Fotos kommen in den {trash}…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>moving of %Ln photo(s) to the {trash}</source>
        <translation>
            <numerusform>Verschieben von %Ln Foto in den {trash}</numerusform>
            <numerusform>Verschieben von %Ln Fotos in den {trash}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bringing %Ln photo(s) back…</source>
        <translation>
            <numerusform>%Ln Foto wird zurückgeholt…</numerusform>
            <numerusform>%Ln Fotos werden zurückgeholt…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) are back.</source>
        <translation>
            <numerusform>%Ln Foto ist wieder da.</numerusform>
            <numerusform>%Ln Fotos sind wieder da.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The file(s) go to the {trash} of your system, where you can get them back.</source>
        <translation>
            <numerusform>Die Datei kommt in den {trash} deines Systems, aus dem du sie zurückholen kannst.</numerusform>
            <numerusform>Die Dateien kommen in den {trash} deines Systems, aus dem du sie zurückholen kannst.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is part of the same item and goes with it.</source>
        <translation>„{file}“ gehört zu ihm und geht mit.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) of the same items go with them.</source>
        <translation>
            <numerusform>%Ln Datei, die dazugehört, geht mit.</numerusform>
            <numerusform>%Ln Dateien, die dazugehören, gehen mit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) stay where they are: their drives are not connected.</source>
        <translation>
            <numerusform>%Ln Foto bleibt, wo es ist: Sein Laufwerk ist nicht verbunden.</numerusform>
            <numerusform>%Ln Fotos bleiben, wo sie sind: Ihre Laufwerke sind nicht verbunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Identical files</source>
        <translation>Gleiche Dateien</translation>
    </message>
    <message>
        <source>Same picture, other metadata or format</source>
        <translation>Gleiches Bild, andere Metadaten oder anderes Format</translation>
    </message>
    <message>
        <source>Compressed again or resized</source>
        <translation>Neu komprimiert oder verkleinert</translation>
    </message>
    <message>
        <source>Cropped</source>
        <translation>Beschnitten</translation>
    </message>
    <message>
        <source>Turned</source>
        <translation>Gedreht</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <source>Two shots of one scene</source>
        <translation>Zwei Aufnahmen einer Szene</translation>
    </message>
    <message>
        <source>Two documents of one layout</source>
        <translation>Zwei Dokumente mit gleichem Layout</translation>
    </message>
    <message>
        <source>They share a part</source>
        <translation>Sie haben einen Teil gemeinsam</translation>
    </message>
    <message>
        <source>light</source>
        <translation>Licht</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>a part of it</source>
        <translation>ein Teil davon</translation>
    </message>
    <message>
        <source>sharpness</source>
        <translation>Schärfe</translation>
    </message>
    <message>
        <source>border</source>
        <translation>Rand</translation>
    </message>
    <message>
        <source>mirrored</source>
        <translation>gespiegelt</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>Einzelbilder</translation>
    </message>
    <message>
        <source>video</source>
        <translation>Video</translation>
    </message>
    <message>
        <source>sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>transparency</source>
        <translation>Transparenz</translation>
    </message>
    <message>
        <source>depth map</source>
        <translation>Tiefenkarte</translation>
    </message>
    <message>
        <source>HDR gain map</source>
        <translation>HDR-Gain-Map</translation>
    </message>
    <message>
        <source>portrait masks</source>
        <translation>Porträtmasken</translation>
    </message>
    <message>
        <source>finer color steps</source>
        <translation>feinere Farbabstufung</translation>
    </message>
    <message>
        <source>raw data</source>
        <translation>Rohdaten</translation>
    </message>
    <message>
        <source>original picture inside</source>
        <translation>Originalbild in der Datei</translation>
    </message>
    <message>
        <source>thermal data</source>
        <translation>Wärmebilddaten</translation>
    </message>
    <message>
        <source>more pictures inside</source>
        <translation>weitere Bilder in der Datei</translation>
    </message>
    <message>
        <source>appended data</source>
        <translation>angehängte Daten</translation>
    </message>
    <message>
        <source>not cropped</source>
        <translation>nicht beschnitten</translation>
    </message>
    <message>
        <source>the original</source>
        <translation>das Original</translation>
    </message>
    <message>
        <source>the older file</source>
        <translation>die ältere Datei</translation>
    </message>
    <message>
        <source>more pixels</source>
        <translation>mehr Pixel</translation>
    </message>
    <message>
        <source>not compressed</source>
        <translation>nicht komprimiert</translation>
    </message>
    <message>
        <source>takes less space</source>
        <translation>braucht weniger Platz</translation>
    </message>
    <message>
        <source>compressed less</source>
        <translation>weniger komprimiert</translation>
    </message>
    <message>
        <source>has the camera&apos;s data</source>
        <translation>hat die Daten der Kamera</translation>
    </message>
    <message>
        <source>has its raw file</source>
        <translation>hat seine Raw-Datei</translation>
    </message>
    <message>
        <source>has stars or keywords</source>
        <translation>hat Sterne oder Schlagwörter</translation>
    </message>
    <message>
        <source>has more metadata</source>
        <translation>hat mehr Metadaten</translation>
    </message>
    <message>
        <source>its date was corrected</source>
        <translation>das Datum wurde korrigiert</translation>
    </message>
    <message>
        <source>picked</source>
        <translation>markiert</translation>
    </message>
    <message>
        <source>not rejected, as the other is</source>
        <translation>nicht abgelehnt, anders als das andere</translation>
    </message>
    <message>
        <source>differs in a part</source>
        <translation>weicht in einem Teil ab</translation>
    </message>
    <message>
        <source>has more: {content}</source>
        <translation>enthält zusätzlich: {content}</translation>
    </message>
    <message>
        <source>{file} receives: {values}.</source>
        <translation>{file} übernimmt: {values}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln name(s) of this file</source>
        <translation>
            <numerusform>%Ln Namen dieser Datei</numerusform>
            <numerusform>%Ln Namen dieser Datei</numerusform>
        </translation>
    </message>
    <message>
        <source>Which duplicates are shown</source>
        <translation>Welche doppelten Fotos gezeigt werden</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Wipe from one to the other</source>
        <translation>Vom einen zum anderen wischen</translation>
    </message>
    <message>
        <source>Blink: Space changes between the two</source>
        <translation>Blinken: Die Leertaste wechselt zwischen beiden</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Beide behalten</translation>
    </message>
    <message>
        <source>Not a duplicate</source>
        <translation>Nicht doppelt</translation>
    </message>
    <message>
        <source>Copies in a folder…</source>
        <translation>Kopien in einem Ordner…</translation>
    </message>
    <message>
        <source>Move to the {trash}…</source>
        <translation>In den {trash} legen…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln copy(s) in {folder}, {size}</source>
        <translation>
            <numerusform>%Ln Kopie in {folder}, {size}</numerusform>
            <numerusform>%Ln Kopien in {folder}, {size}</numerusform>
        </translation>
    </message>
    <message>
        <source>No folder has copies of photos elsewhere.</source>
        <translation>Kein Ordner hat Kopien von Fotos anderer Ordner.</translation>
    </message>
    <message>
        <source>Identical files come first, then what was compared. You can use the window meanwhile.</source>
        <translation>Gleiche Dateien kommen zuerst, dann die verglichenen Fotos. Das Fenster bleibt solange benutzbar.</translation>
    </message>
    <message>
        <source>Looking for duplicates…</source>
        <translation>Doppelte Fotos werden gesucht…</translation>
    </message>
    <message>
        <source>All causes ({count})</source>
        <translation>Alle Ursachen ({count})</translation>
    </message>
    <message>
        <source>Back to your photos</source>
        <translation>Zurück zu deinen Fotos</translation>
    </message>
    <message>
        <source>No duplicates found</source>
        <translation>Keine doppelten Fotos gefunden</translation>
    </message>
    <message>
        <source>Can’t look for duplicates</source>
        <translation>Doppelte Fotos können nicht gesucht werden</translation>
    </message>
    <message>
        <source>Left photo</source>
        <translation>Linkes Foto</translation>
    </message>
    <message>
        <source>Right photo</source>
        <translation>Rechtes Foto</translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln Gruppe</numerusform>
            <numerusform>%Ln Gruppen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s) to judge</source>
        <translation>
            <numerusform>%Ln Paar zu beurteilen</numerusform>
            <numerusform>%Ln Paare zu beurteilen</numerusform>
        </translation>
    </message>
    <message>
        <source>{done} of {total} pairs</source>
        <translation>{done} von {total} Paaren</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) to go, {size}</source>
        <translation>
            <numerusform>%Ln Foto weniger, {size}</numerusform>
            <numerusform>%Ln Fotos weniger, {size}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Trash %Ln copy(s)</source>
        <translation>
            <numerusform>%Ln Kopie wegwerfen</numerusform>
            <numerusform>%Ln Kopien wegwerfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Not duplicates</source>
        <translation>Keine Duplikate</translation>
    </message>
    <message>
        <source>Look at the pairs large before you choose.</source>
        <translation>Sieh dir die Paare groß an, bevor du wählst.</translation>
    </message>
    <message>
        <source>Two separate photos: nothing is suggested.</source>
        <translation>Zwei eigenständige Fotos: kein Vorschlag.</translation>
    </message>
    <message>
        <source>{file}: {reasons}</source>
        <translation>{file}: {reasons}</translation>
    </message>
    <message>
        <source>Look before you choose.</source>
        <translation>Vor der Wahl ansehen.</translation>
    </message>
    <message>
        <source>{size} freed</source>
        <translation>{size} frei geworden</translation>
    </message>
    <message>
        <source>How much of the left photo shows</source>
        <translation>Wie viel vom linken Foto zu sehen ist</translation>
    </message>
    <message>
        <source>Difference: black areas are the same</source>
        <translation>Unterschied: Schwarze Stellen sind gleich</translation>
    </message>
    <message>
        <source>Copies, crops and edits of one photo appear here.</source>
        <translation>Hier erscheinen Kopien, Ausschnitte und Bearbeitungen desselben Fotos.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) cannot go now</source>
        <translation>
            <numerusform>%Ln Foto kann jetzt nicht weg</numerusform>
            <numerusform>%Ln Fotos können jetzt nicht weg</numerusform>
        </translation>
    </message>
    <message>
        <source>Trash the left one</source>
        <translation>Linkes in den Papierkorb</translation>
    </message>
    <message>
        <source>Trash the right one</source>
        <translation>Rechtes in den Papierkorb</translation>
    </message>
    <message>
        <source>{at} of {all}</source>
        <translation>{at} von {all}</translation>
    </message>
    <message>
        <source>all judged</source>
        <translation>alle beurteilt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s) not compared yet</source>
        <translation>
            <numerusform>%Ln Paar noch nicht verglichen</numerusform>
            <numerusform>%Ln Paare noch nicht verglichen</numerusform>
        </translation>
    </message>
    <message>
        <source>You chose: {file} goes to the {trash}.</source>
        <translation>Deine Wahl: {file} kommt in den {trash}.</translation>
    </message>
    <message>
        <source>You chose: keep both.</source>
        <translation>Deine Wahl: beide behalten.</translation>
    </message>
    <message>
        <source>You chose: not a duplicate.</source>
        <translation>Deine Wahl: nicht doppelt.</translation>
    </message>
    <message>
        <source>Keep {file}</source>
        <translation>{file} behalten</translation>
    </message>
    <message>
        <source>The search engine stopped before it could answer. It is starting again; please try once more.</source>
        <translation>Die Suche ist ausgefallen, bevor sie antworten konnte. Sie startet neu; bitte versuche es noch einmal.</translation>
    </message>
    <message>
        <source>The search engine stopped twice while it worked on this, so it was not asked a third time.</source>
        <translation>Die Suche ist hieran zweimal ausgefallen und wurde kein drittes Mal gefragt.</translation>
    </message>
    <message>
        <source>The search engine stopped unexpectedly. It is starting again.</source>
        <translation>Die Suche ist unerwartet ausgefallen. Sie startet neu.</translation>
    </message>
    <message>
        <source>The search engine keeps stopping, so it was not started again. Your library is unharmed.</source>
        <translation>Die Suche fällt immer wieder aus und wurde nicht noch einmal gestartet. Deine Bibliothek ist unversehrt.</translation>
    </message>
    <message>
        <source>A folder</source>
        <translation>Einen Ordner</translation>
    </message>
    <message>
        <source>A ZIP file</source>
        <translation>Eine ZIP-Datei</translation>
    </message>
    <message>
        <source>The clipboard</source>
        <translation>Die Zwischenablage</translation>
    </message>
    <message>
        <source>File format</source>
        <translation>Dateiformat</translation>
    </message>
    <message>
        <source>{side} px</source>
        <translation>{side} px</translation>
    </message>
    <message>
        <source>Full size</source>
        <translation>Volle Größe</translation>
    </message>
    <message>
        <source>Longer side</source>
        <translation>Längere Seite</translation>
    </message>
    <message>
        <source>Choose, or type a number of pixels</source>
        <translation>Auswählen, oder eine Zahl von Pixeln eingeben</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Of JPEG and WebP: 92 shows no loss, 80 makes smaller files</source>
        <translation>Von JPEG und WebP: Bei 92 ist kein Verlust zu sehen, 80 macht kleinere Dateien</translation>
    </message>
    <message>
        <source>Say where the photos were taken</source>
        <translation>Aufnahmeort mitgeben</translation>
    </message>
    <message>
        <source>Keep the names of people</source>
        <translation>Namen von Personen behalten</translation>
    </message>
    <message>
        <source>Also among the keywords; titles and captions stay as they are</source>
        <translation>Auch unter den Schlagwörtern; Titel und Beschreibungen bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>Blur the faces of those who are not named</source>
        <translation>Gesichter ohne Namen unkenntlich machen</translation>
    </message>
    <message>
        <source>Name pattern</source>
        <translation>Namensmuster</translation>
    </message>
    <message>
        <source>Placeholders are filled in: {name}, {date}, {number}, {folder}</source>
        <translation>Platzhalter werden ausgefüllt: {name}, {date}, {number}, {folder}</translation>
    </message>
    <message>
        <source>The longer side is {least} to {most} pixels.</source>
        <translation>Die längere Seite hat {least} bis {most} Pixel.</translation>
    </message>
    <message>
        <source>“{wrong}” is not a placeholder. Use {places}.</source>
        <translation>„{wrong}“ ist kein Platzhalter. Nimm {places}.</translation>
    </message>
    <message>
        <source>Copies keep date, texts, keywords and marks. Their colors are sRGB.</source>
        <translation>Kopien behalten Datum, Texte, Schlagwörter und Markierungen. Ihre Farben sind sRGB.</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren in</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>To</source>
        <translation>In</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>{name}, {date}, {number} and {folder}</source>
        <translation>{name}, {date}, {number} und {folder}</translation>
    </message>
    <message>
        <source>Example: {name}</source>
        <translation>Beispiel: {name}</translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %Ln were not copied.</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Angehalten: %Ln wurde nicht kopiert.</numerusform>
            <numerusform>Angehalten: %Ln wurden nicht kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>It cannot be read now</source>
        <translation>Es kann jetzt nicht gelesen werden</translation>
    </message>
    <message>
        <source>As they are</source>
        <translation>Wie sie sind</translation>
    </message>
    <message>
        <source>Remove this filter</source>
        <translation>Diesen Filter entfernen</translation>
    </message>
    <message>
        <source>Filter: {filter}</source>
        <translation>Filter: {filter}</translation>
    </message>
    <message>
        <source>Enter: change. Delete: remove.</source>
        <translation>Eingabe: ändern. Entf: entfernen.</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find: {name}</source>
        <translation>Suchen: {name}</translation>
    </message>
    <message>
        <source>None in your photos</source>
        <translation>In deinen Fotos keine</translation>
    </message>
    <message>
        <source>A year, a month or a day: 2019, 2019-07 or 2019-07-14</source>
        <translation>Ein Jahr, ein Monat oder ein Tag: 2019, 2019-07 oder 2019-07-14</translation>
    </message>
    <message>
        <source>Not a date. Write 2019, 2019-07 or 2019-07-14.</source>
        <translation>Kein Datum. Schreibe 2019, 2019-07 oder 2019-07-14.</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Any year</source>
        <translation>Alle Jahre</translation>
    </message>
    <message>
        <source>Taken from</source>
        <translation>Aufgenommen ab</translation>
    </message>
    <message>
        <source>Taken until</source>
        <translation>Aufgenommen bis</translation>
    </message>
    <message>
        <source>Calendar</source>
        <translation>Kalender</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Any lens</source>
        <translation>Beliebiges Objektiv</translation>
    </message>
    <message>
        <source>ISO</source>
        <translation>ISO</translation>
    </message>
    <message>
        <source>Any ISO</source>
        <translation>Beliebiger ISO-Wert</translation>
    </message>
    <message>
        <source>A value or a range: 800 or 100..400</source>
        <translation>Ein Wert oder ein Bereich: 800 oder 100..400</translation>
    </message>
    <message>
        <source>Aperture</source>
        <translation>Blende</translation>
    </message>
    <message>
        <source>Any aperture</source>
        <translation>Beliebige Blende</translation>
    </message>
    <message>
        <source>A value or a range: 2.8 or &lt;4</source>
        <translation>Ein Wert oder ein Bereich: 2.8 oder &lt;4</translation>
    </message>
    <message>
        <source>Exposure time</source>
        <translation>Belichtungszeit</translation>
    </message>
    <message>
        <source>Any exposure time</source>
        <translation>Beliebige Belichtungszeit</translation>
    </message>
    <message>
        <source>A value or a range: 1/250 or &gt;1/60</source>
        <translation>Ein Wert oder ein Bereich: 1/250 oder &gt;1/60</translation>
    </message>
    <message>
        <source>Focal length</source>
        <translation>Brennweite</translation>
    </message>
    <message>
        <source>Any focal length</source>
        <translation>Beliebige Brennweite</translation>
    </message>
    <message>
        <source>A value or a range: 50 or 24..70</source>
        <translation>Ein Wert oder ein Bereich: 50 oder 24..70</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Save proof</source>
        <translation>Beleg sichern</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Choose a picture of many items</source>
        <translation>Bild mit vielen Gegenständen auswählen</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>{file} cannot be written: {reason}</source>
        <translation>{file} kann nicht geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>Saved: {file}</source>
        <translation>Gesichert: {file}</translation>
    </message>
    <message>
        <source>Two pictures compared</source>
        <translation>Zwei Bilder im Vergleich</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Agreeing points</source>
        <translation>Übereinstimmende Punkte</translation>
    </message>
    <message>
        <source>Right among hits like this</source>
        <translation>Richtige unter solchen Treffern</translation>
    </message>
    <message>
        <source>Of your picture, in the photo</source>
        <translation>Anteil deines Bildes im Foto</translation>
    </message>
    <message>
        <source>Of the photo, in your picture</source>
        <translation>Anteil des Fotos in deinem Bild</translation>
    </message>
    <message>
        <source>Corners of your picture in the photo, in pixels</source>
        <translation>Ecken deines Bildes im Foto, in Pixeln</translation>
    </message>
    <message>
        <source>Transform from your picture to the photo</source>
        <translation>Abbildung von deinem Bild auf das Foto</translation>
    </message>
    <message>
        <source>Median distance of the points from it, in pixels</source>
        <translation>Mittlerer Abstand der Punkte davon (Median), in Pixeln</translation>
    </message>
    <message>
        <source>Your picture is mirrored.</source>
        <translation>Dein Bild ist gespiegelt.</translation>
    </message>
    <message>
        <source>By chance</source>
        <translation>Durch Zufall</translation>
    </message>
    <message>
        <source>None of {pairs} pairs of photos of different things had {least} agreeing points. So fewer than 1 in {rare} such pairs has them, with 95 % certainty.</source>
        <translation>Von {pairs} Paaren von Fotos verschiedener Dinge hatte keines {least} übereinstimmende Punkte. Mit 95 % Sicherheit hat sie also weniger als eines von {rare} solchen Paaren.</translation>
    </message>
    <message>
        <source>Too few points agree to prove a match.</source>
        <translation>Zu wenige Punkte stimmen überein, um einen Treffer zu beweisen.</translation>
    </message>
    <message>
        <source>All agreeing points, in pixels: x and y in your picture, x and y in the photo</source>
        <translation>Alle übereinstimmenden Punkte, in Pixeln: x und y in deinem Bild, x und y im Foto</translation>
    </message>
    <message>
        <source>Made with cbir {version}, {date}</source>
        <translation>Erstellt mit cbir {version}, {date}</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Stars</source>
        <translation>Sterne</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Color</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>black</source>
        <translation>schwarz</translation>
    </message>
    <message>
        <source>white</source>
        <translation>weiß</translation>
    </message>
    <message>
        <source>gray</source>
        <translation>grau</translation>
    </message>
    <message>
        <source>red</source>
        <translation>rot</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>orange</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>gelb</translation>
    </message>
    <message>
        <source>green</source>
        <translation>grün</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>blau</translation>
    </message>
    <message>
        <source>purple</source>
        <translation>lila</translation>
    </message>
    <message>
        <source>pink</source>
        <translation>rosa</translation>
    </message>
    <message>
        <source>brown</source>
        <translation>braun</translation>
    </message>
    <message>
        <source>Landscape</source>
        <translation>Querformat</translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation>Hochformat</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>Quadrat</translation>
    </message>
    <message>
        <source>Keyword {name}</source>
        <translation>Schlagwort {name}</translation>
    </message>
    <message>
        <source>Person: {name}</source>
        <translation>Person: {name}</translation>
    </message>
    <message>
        <source>Album: {name}</source>
        <translation>Album: {name}</translation>
    </message>
    <message>
        <source>Camera: {name}</source>
        <translation>Kamera: {name}</translation>
    </message>
    <message>
        <source>In {folder}</source>
        <translation>In {folder}</translation>
    </message>
    <message>
        <source>photos that show a color, such as red</source>
        <translation>Fotos, die eine Farbe zeigen, wie red</translation>
    </message>
    <message>
        <source>taken near a town, such as Lisbon</source>
        <translation>aufgenommen bei einer Stadt, wie Lisbon</translation>
    </message>
    <message>
        <source>taken in a country or region, such as Norway</source>
        <translation>aufgenommen in einem Land oder einer Region, etwa Norwegen</translation>
    </message>
    <message>
        <source>by a make or model of camera</source>
        <translation>von einer Marke oder einem Modell einer Kamera</translation>
    </message>
    <message>
        <source>by a lens</source>
        <translation>mit einem Objektiv</translation>
    </message>
    <message>
        <source>taken in a year, a month or on a day</source>
        <translation>aufgenommen in einem Jahr, einem Monat oder an einem Tag</translation>
    </message>
    <message>
        <source>taken in a month of any year, such as 8</source>
        <translation>aufgenommen in einem Monat irgendeines Jahres, etwa 8</translation>
    </message>
    <message>
        <source>taken then or later</source>
        <translation>dann oder später aufgenommen</translation>
    </message>
    <message>
        <source>taken before then</source>
        <translation>davor aufgenommen</translation>
    </message>
    <message>
        <source>with stars, such as &gt;=3</source>
        <translation>mit Sternen, wie &gt;=3</translation>
    </message>
    <message>
        <source>with a keyword</source>
        <translation>mit einem Schlagwort</translation>
    </message>
    <message>
        <source>with somebody of this name</source>
        <translation>mit jemandem dieses Namens</translation>
    </message>
    <message>
        <source>in a folder of this name</source>
        <translation>in einem Ordner dieses Namens</translation>
    </message>
    <message>
        <source>in a file format, such as jpeg</source>
        <translation>in einem Dateiformat, wie jpeg</translation>
    </message>
    <message>
        <source>at a sensitivity, such as &gt;=1600</source>
        <translation>bei einer Empfindlichkeit, wie &gt;=1600</translation>
    </message>
    <message>
        <source>at an f-number, such as &lt;2.8</source>
        <translation>bei einer Blendenzahl, wie &lt;2.8</translation>
    </message>
    <message>
        <source>with an exposure time, such as 1/250</source>
        <translation>mit einer Belichtungszeit, wie 1/250</translation>
    </message>
    <message>
        <source>at a focal length in mm, such as 24..70</source>
        <translation>mit einer Brennweite in mm, wie 24..70</translation>
    </message>
    <message>
        <source>upright, wide or square</source>
        <translation>hoch, quer oder quadratisch</translation>
    </message>
    <message>
        <source>of a size in megapixels, such as &gt;=12</source>
        <translation>mit einer Größe in Megapixeln, wie &gt;=12</translation>
    </message>
    <message>
        <source>with a word in the file name</source>
        <translation>mit einem Wort im Dateinamen</translation>
    </message>
    <message>
        <source>with a word in the title or caption</source>
        <translation>mit einem Wort in Titel oder Beschreibung</translation>
    </message>
    <message>
        <source>with a word that is written in the photo</source>
        <translation>mit einem Wort, das im Foto steht</translation>
    </message>
    <message>
        <source>by a photographer</source>
        <translation>von einem Fotografen</translation>
    </message>
    <message>
        <source>of a thing that you named</source>
        <translation>eines Motivs, das du benannt hast</translation>
    </message>
    <message>
        <source>picked or rejected: pick, reject or none</source>
        <translation>markiert oder abgelehnt: pick, reject oder none</translation>
    </message>
    <message>
        <source>with a color label, such as red</source>
        <translation>mit einem Farbetikett, etwa red</translation>
    </message>
    <message>
        <source>with or without flash: yes or no</source>
        <translation>mit oder ohne Blitz: yes oder no</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Search again: {text}</source>
        <translation>Noch einmal suchen: {text}</translation>
    </message>
    <message>
        <source>Color: {color}</source>
        <translation>Farbe: {color}</translation>
    </message>
    <message>
        <source>Keyword {word}</source>
        <translation>Schlagwort {word}</translation>
    </message>
    <message>
        <source>{size} megapixels or more</source>
        <translation>{size} Megapixel oder mehr</translation>
    </message>
    <message>
        <source>Taken until {date}</source>
        <translation>Aufgenommen bis {date}</translation>
    </message>
    <message>
        <source>Taken from {date}</source>
        <translation>Aufgenommen ab {date}</translation>
    </message>
    <message>
        <source>Taken in {date}</source>
        <translation>Aufgenommen {date}</translation>
    </message>
    <message>
        <source>Taken {first} – {last}</source>
        <translation>{first} bis {last}</translation>
    </message>
    <message>
        <source>Near {place}</source>
        <translation>Nahe {place}</translation>
    </message>
    <message>
        <source>Within {distance} of {place}</source>
        <translation>Im Umkreis von {distance} um {place}</translation>
    </message>
    <message>
        <source>ISO {value}</source>
        <translation>ISO {value}</translation>
    </message>
    <message>
        <source>f/{value}</source>
        <translation>f/{value}</translation>
    </message>
    <message>
        <source>{value} mm</source>
        <translation>{value} mm</translation>
    </message>
    <message>
        <source>Below {value}</source>
        <translation>Unter {value}</translation>
    </message>
    <message>
        <source>Up to {value}</source>
        <translation>Bis {value}</translation>
    </message>
    <message>
        <source>Above {value}</source>
        <translation>Über {value}</translation>
    </message>
    <message>
        <source>From {value}</source>
        <translation>Ab {value}</translation>
    </message>
    <message>
        <source>Shorter than {value}</source>
        <translation>Kürzer als {value}</translation>
    </message>
    <message>
        <source>Longer than {value}</source>
        <translation>Länger als {value}</translation>
    </message>
    <message>
        <source>Not rejected</source>
        <translation>Nicht abgelehnt</translation>
    </message>
    <message>
        <source>No star</source>
        <translation>Kein Stern</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>{stars} or more</source>
        <translation>{stars} oder mehr</translation>
    </message>
    <message>
        <source>Any place</source>
        <translation>Jeder Ort</translation>
    </message>
    <message>
        <source>A town, or 38.7,-9.1~5km</source>
        <translation>Ein Ort oder 38.7,-9.1~5km</translation>
    </message>
    <message>
        <source>Any folder</source>
        <translation>Alle Ordner</translation>
    </message>
    <message>
        <source>Any camera</source>
        <translation>Alle Kameras</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Rate with a click or the keys 0 to 5</source>
        <translation>Mit einem Klick bewerten, oder mit den Tasten 0 bis 5</translation>
    </message>
    <message>
        <source>Any rating</source>
        <translation>Alle Bewertungen</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>Any flag</source>
        <translation>Alle Markierungen</translation>
    </message>
    <message>
        <source>Any label</source>
        <translation>Alle Etiketten</translation>
    </message>
    <message>
        <source>Any keyword</source>
        <translation>Alle Schlagwörter</translation>
    </message>
    <message>
        <source>Any format</source>
        <translation>Alle Formate</translation>
    </message>
    <message>
        <source>Orientation</source>
        <translation>Ausrichtung</translation>
    </message>
    <message>
        <source>Any orientation</source>
        <translation>Alle Ausrichtungen</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>Alle Größen</translation>
    </message>
    <message numerus="yes">
        <source>Counts cover the first %Ln result(s).</source>
        <translation>
            <numerusform>Die Zahlen gelten für das erste Ergebnis.</numerusform>
            <numerusform>Die Zahlen gelten für die ersten %Ln Ergebnisse.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counts cover %Ln result(s).</source>
        <translation>
            <numerusform>Die Zahlen gelten für %Ln Ergebnis.</numerusform>
            <numerusform>Die Zahlen gelten für %Ln Ergebnisse.</numerusform>
        </translation>
    </message>
    <message>
        <source>{size} MP or more</source>
        <translation>{size} MP oder mehr</translation>
    </message>
    <message>
        <source>Add folders</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Folders to add</source>
        <translation>Ordner zum Hinzufügen</translation>
    </message>
    <message>
        <source>Folders to leave out</source>
        <translation>Ordner, die wegbleiben</translation>
    </message>
    <message>
        <source>Names to leave out</source>
        <translation>Namen, die wegbleiben</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>Weiteren Ordner wählen…</translation>
    </message>
    <message>
        <source>Leave out a folder…</source>
        <translation>Ordner ausnehmen…</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Your files stay where they are and are never changed.</source>
        <translation>Deine Dateien bleiben, wo sie sind, und werden nie verändert.</translation>
    </message>
    <message>
        <source>Folders to add:</source>
        <translation>Ordner zum Hinzufügen:</translation>
    </message>
    <message>
        <source>Folders in them to leave out:</source>
        <translation>Ordner darin, die wegbleiben:</translation>
    </message>
    <message>
        <source>Names to leave out, in all folders:</source>
        <translation>Namen, die in allen Ordnern wegbleiben:</translation>
    </message>
    <message>
        <source>Names of files or folders; * matches anything. Photos with such names are removed from the library.</source>
        <translation>Namen von Dateien oder Ordnern; * passt auf alles. Fotos mit solchen Namen werden aus der Bibliothek genommen.</translation>
    </message>
    <message>
        <source>Choose a folder of photos</source>
        <translation>Ordner mit Fotos wählen</translation>
    </message>
    <message>
        <source>Choose a folder to leave out</source>
        <translation>Ordner wählen, der wegbleibt</translation>
    </message>
    <message>
        <source>Remove the selected folders from the list</source>
        <translation>Ausgewählte Ordner aus der Liste nehmen</translation>
    </message>
    <message>
        <source>By a picture</source>
        <translation>Mit einem Bild</translation>
    </message>
    <message>
        <source>By content</source>
        <translation>Nach Inhalt</translation>
    </message>
    <message>
        <source>needs a model</source>
        <translation>braucht ein Modell</translation>
    </message>
    <message>
        <source>By name and metadata</source>
        <translation>Nach Name und Metadaten</translation>
    </message>
    <message>
        <source>exact search on the graphics card</source>
        <translation>genaue Suche auf der Grafikkarte</translation>
    </message>
    <message>
        <source>FAISS index on the processor</source>
        <translation>FAISS-Index auf dem Prozessor</translation>
    </message>
    <message>
        <source>exact search on the processor</source>
        <translation>genaue Suche auf dem Prozessor</translation>
    </message>
    <message>
        <source>standard codebook</source>
        <translation>mitgeliefertes Codebuch</translation>
    </message>
    <message>
        <source>words from your photos</source>
        <translation>Wörter aus deinen Fotos</translation>
    </message>
    <message>
        <source>codebook “{name}”</source>
        <translation>Codebuch „{name}“</translation>
    </message>
    <message>
        <source>{left} and {repaired}.</source>
        <translation>{left} und {repaired}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) were repaired</source>
        <translation>
            <numerusform>%Ln Problem wurde behoben</numerusform>
            <numerusform>%Ln Probleme wurden behoben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) to read again</source>
        <translation>
            <numerusform>%Ln Foto neu zu lesen</numerusform>
            <numerusform>%Ln Fotos neu zu lesen</numerusform>
        </translation>
    </message>
    <message>
        <source>These photos were indexed by another codebook or an earlier version. They are found as before; “Scan for changes” brings them up to date.</source>
        <translation>Diese Fotos wurden mit einem anderen Codebuch oder einer früheren Version indexiert. Sie werden gefunden wie bisher; „Nach Änderungen suchen“ bringt sie auf den neuen Stand.</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Folders of the library</source>
        <translation>Ordner der Bibliothek</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Forget…</source>
        <translation>Vergessen…</translation>
    </message>
    <message>
        <source>Take the photos of the chosen folder out of the library; the files stay</source>
        <translation>Fotos des gewählten Ordners aus der Bibliothek nehmen; die Dateien bleiben</translation>
    </message>
    <message>
        <source>Scan for changes</source>
        <translation>Nach Änderungen suchen</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Ready to search</source>
        <translation>Bereit zum Suchen</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Wartung</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>Zeigen…</translation>
    </message>
    <message>
        <source>Show the files that could not be read</source>
        <translation>Nicht lesbare Dateien zeigen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Try to read them again</source>
        <translation>Noch einmal lesen</translation>
    </message>
    <message>
        <source>Check…</source>
        <translation>Prüfen…</translation>
    </message>
    <message>
        <source>Check the library</source>
        <translation>Bibliothek prüfen</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Sichern…</translation>
    </message>
    <message>
        <source>Learn from my photos…</source>
        <translation>Aus meinen Fotos lernen…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the library&apos;s folder in the file manager</source>
        <translation>Ordner der Bibliothek im Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>Nicht gelesen</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Sicherung</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message numerus="yes">
        <source>{photos} in %Ln folder(s)</source>
        <translation>
            <numerusform>{photos} in %Ln Ordner</numerusform>
            <numerusform>{photos} in %Ln Ordnern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln Datei war nicht lesbar</numerusform>
            <numerusform>%Ln Dateien waren nicht lesbar</numerusform>
        </translation>
    </message>
    <message>
        <source>Every file could be read.</source>
        <translation>Alle Dateien waren lesbar.</translation>
    </message>
    <message>
        <source>{size} + {small} thumbnails</source>
        <translation>{size} + {small} Vorschaubilder</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>nicht verbunden</translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln photo(s)</source>
        <translation>
            <numerusform>{some} von %Ln Foto</numerusform>
            <numerusform>{some} von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelle…</translation>
    </message>
    <message>
        <source>{words}, from the program</source>
        <translation>{words}, vom Programm</translation>
    </message>
    <message>
        <source>{words}, learned from your photos, {day}</source>
        <translation>{words}, aus deinen Fotos gelernt, {day}</translation>
    </message>
    <message>
        <source>{words}, learned from “{name}”</source>
        <translation>{words}, gelernt von „{name}“</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Add a folder of photos to the library</source>
        <translation>Ordner mit Fotos zur Bibliothek hinzufügen</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>All photos</source>
        <translation>Alle Fotos</translation>
    </message>
    <message>
        <source>All photos, newest first</source>
        <translation>Alle Fotos, die neuesten zuerst</translation>
    </message>
    <message>
        <source>All photos, latest additions first</source>
        <translation>Alle Fotos, die zuletzt hinzugekommenen zuerst</translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation>Zuletzt hinzugefügt</translation>
    </message>
    <message>
        <source>Who is in the photos</source>
        <translation>Wer auf den Fotos ist</translation>
    </message>
    <message>
        <source>Things</source>
        <translation>Motive</translation>
    </message>
    <message>
        <source>What several photos show</source>
        <translation>Was mehrere Fotos zeigen</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Where the photos were taken</source>
        <translation>Wo die Fotos aufgenommen wurden</translation>
    </message>
    <message>
        <source>Similarity map</source>
        <translation>Ähnlichkeitskarte</translation>
    </message>
    <message>
        <source>Photos beside those that look like them</source>
        <translation>Fotos neben denen, die ihnen ähnlich sehen</translation>
    </message>
    <message>
        <source>Photos that belong together, and why</source>
        <translation>Fotos, die zusammengehören, und warum</translation>
    </message>
    <message>
        <source>The folder cannot be reached now.</source>
        <translation>Der Ordner ist gerade nicht erreichbar.</translation>
    </message>
    <message>
        <source>Every file of the index is read and compared with its checksum. Damage is repaired where possible.</source>
        <translation>Jede Datei des Index wird gelesen und mit ihrer Prüfsumme verglichen. Was sich reparieren lässt, wird repariert.</translation>
    </message>
    <message>
        <source>Each photo&apos;s part of the index is compared with the catalog as well. This takes longer.</source>
        <translation>Außerdem wird für jedes Foto der Index mit dem Katalog verglichen. Das dauert länger.</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Check thoroughly</source>
        <translation>Gründlich prüfen</translation>
    </message>
    <message>
        <source>Reads what is missing from the index (F5)</source>
        <translation>Liest, was im Index fehlt (F5)</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) found and repaired</source>
        <translation>
            <numerusform>%Ln Problem gefunden und behoben</numerusform>
            <numerusform>%Ln Probleme gefunden und behoben</numerusform>
        </translation>
    </message>
    <message>
        <source>This concerns only the index. Your photos are untouched.</source>
        <translation>Das betrifft nur den Index. Deine Fotos bleiben unberührt.</translation>
    </message>
    <message>
        <source>Read these files again, for example after installing a missing decoder</source>
        <translation>Diese Dateien noch einmal lesen, etwa nachdem ein fehlender Decoder installiert wurde</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>a problem</comment>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>Repariert</translation>
    </message>
    <message>
        <source>All is well</source>
        <translation>Alles in Ordnung</translation>
    </message>
    <message>
        <source>Nothing is missing and nothing is damaged.</source>
        <translation>Nichts fehlt und nichts ist beschädigt.</translation>
    </message>
    <message>
        <source>There is nothing left to do.</source>
        <translation>Es bleibt nichts zu tun.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) left</source>
        <translation>
            <numerusform>%Ln Problem bleibt</numerusform>
            <numerusform>%Ln Probleme bleiben</numerusform>
        </translation>
    </message>
    <message>
        <source>The library could not be checked</source>
        <translation>Die Bibliothek konnte nicht geprüft werden</translation>
    </message>
    <message>
        <source>Add it again to bring it back.</source>
        <translation>Füge ihn wieder hinzu, um ihn zurückzuholen.</translation>
    </message>
    <message>
        <source>Its drive is not connected. Connect it before you add the folder again.</source>
        <translation>Sein Laufwerk ist nicht verbunden. Verbinde es, bevor du den Ordner wieder hinzufügst.</translation>
    </message>
    <message>
        <source>Forget this folder</source>
        <translation>Ordner vergessen</translation>
    </message>
    <message>
        <source>Forget “{folder}”?</source>
        <translation>„{folder}“ vergessen?</translation>
    </message>
    <message numerus="yes">
        <source>Its %Ln photo(s) leave the library and are no longer found. The files stay where they are.</source>
        <translation>
            <numerusform>%Ln Foto verlässt die Bibliothek und wird nicht mehr gefunden. Die Datei bleibt, wo sie ist.</numerusform>
            <numerusform>%Ln Fotos verlassen die Bibliothek und werden nicht mehr gefunden. Die Dateien bleiben, wo sie sind.</numerusform>
        </translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Never checked</source>
        <translation>Noch nie geprüft</translation>
    </message>
    <message>
        <source>Never backed up</source>
        <translation>Noch nie gesichert</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) are left</source>
        <translation>
            <numerusform>%Ln Problem bleibt</numerusform>
            <numerusform>%Ln Probleme bleiben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) are left.</source>
        <translation>
            <numerusform>%Ln Problem bleibt.</numerusform>
            <numerusform>%Ln Probleme bleiben.</numerusform>
        </translation>
    </message>
    <message>
        <source>All is well.</source>
        <translation>Alles in Ordnung.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) were repaired.</source>
        <translation>
            <numerusform>%Ln Problem wurde behoben.</numerusform>
            <numerusform>%Ln Probleme wurden behoben.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}”, {size}.</source>
        <translation>„{file}“, {size}.</translation>
    </message>
    <message>
        <source>Albums</source>
        <translation>Alben</translation>
    </message>
    <message numerus="yes">
        <source>more than %Ln photo(s)</source>
        <translation>
            <numerusform>mehr als %Ln Foto</numerusform>
            <numerusform>mehr als %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <comment>photos</comment>
        <translation>
            <numerusform>%Ln neu</numerusform>
            <numerusform>%Ln neu</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter: open. F2: rename. Delete: remove.</source>
        <translation>Eingabe: öffnen. F2: umbenennen. Entf: entfernen.</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>Nicht lesbare Dateien</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Copy the list</source>
        <translation>Liste kopieren</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are not in the library. The files themselves were not touched.</source>
        <translation>
            <numerusform>%Ln Datei ist nicht in der Bibliothek. Die Datei selbst wurde nicht angerührt.</numerusform>
            <numerusform>%Ln Dateien sind nicht in der Bibliothek. Die Dateien selbst wurden nicht angerührt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Library state</source>
        <translation>Zustand der Bibliothek</translation>
    </message>
    <message>
        <source>Show the library</source>
        <translation>Bibliothek zeigen</translation>
    </message>
    <message>
        <source>Progress of adding photos</source>
        <translation>Fortschritt beim Hinzufügen</translation>
    </message>
    <message>
        <source>Pause adding photos</source>
        <translation>Hinzufügen anhalten</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Stop adding photos; what is finished is kept</source>
        <translation>Hinzufügen beenden; was fertig ist, bleibt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s) not connected. Their photos can be found, but not opened.</source>
        <translation>
            <numerusform>%Ln Ordner ist nicht verbunden. Die Fotos darin lassen sich finden, aber nicht öffnen.</numerusform>
            <numerusform>%Ln Ordner sind nicht verbunden. Die Fotos darin lassen sich finden, aber nicht öffnen.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{folder}” is not connected. Its photos can be found, but not opened.</source>
        <translation>„{folder}“ ist nicht verbunden. Die Fotos darin lassen sich finden, aber nicht öffnen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searchable</source>
        <translation>
            <numerusform>%Ln Foto durchsuchbar</numerusform>
            <numerusform>%Ln Fotos durchsuchbar</numerusform>
        </translation>
    </message>
    <message>
        <source>No photos yet</source>
        <translation>Noch keine Fotos</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read: show the list</source>
        <translation>
            <numerusform>%Ln Datei war nicht lesbar: Liste zeigen</numerusform>
            <numerusform>%Ln Dateien waren nicht lesbar: Liste zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Adding photos is paused</source>
        <translation>Das Hinzufügen ist angehalten</translation>
    </message>
    <message>
        <source>Reading text is paused: {done} of {total}</source>
        <translation>Textlesen pausiert: {done} von {total}</translation>
    </message>
    <message>
        <source>Reading text: {done} of {total}</source>
        <translation>Text wird gelesen: {done} von {total}</translation>
    </message>
    <message>
        <source>Looking for faces is paused: {done} of {total}</source>
        <translation>Suche nach Gesichtern angehalten: {done} von {total}</translation>
    </message>
    <message>
        <source>Looking for faces: {done} of {total}</source>
        <translation>Suche nach Gesichtern: {done} von {total}</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten…</translation>
    </message>
    <message numerus="yes">
        <source>Looking for photos… %Ln so far</source>
        <translation>
            <numerusform>Fotos werden gesucht… bisher %Ln</numerusform>
            <numerusform>Fotos werden gesucht… bisher %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for photos…</source>
        <translation>Fotos werden gesucht…</translation>
    </message>
    <message>
        <source>Adding photos: {done} of {total}</source>
        <translation>Fotos werden hinzugefügt: {done} von {total}</translation>
    </message>
    <message>
        <source>{photos} a second</source>
        <translation>{photos} pro Sekunde</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>noch weniger als eine Minute</translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) left</source>
        <translation>
            <numerusform>noch %Ln Minute</numerusform>
            <numerusform>noch %Ln Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>{photos}, {ready} ready to search by content</source>
        <translation>{photos}, davon {ready} nach Inhalt durchsuchbar</translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln photo(s) searchable</source>
        <translation>
            <numerusform>{some} von %Ln Foto durchsuchbar</numerusform>
            <numerusform>{some} von %Ln Fotos durchsuchbar</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a keyword</source>
        <translation>Schlagwort hinzufügen</translation>
    </message>
    <message>
        <source>Add a keyword to the selected photos</source>
        <translation>Den ausgewählten Fotos ein Schlagwort geben</translation>
    </message>
    <message>
        <source>Type a keyword and press Enter. Separate several with commas.</source>
        <translation>Schreibe ein Schlagwort und drücke die Eingabetaste. Trenne mehrere durch Kommas.</translation>
    </message>
    <message>
        <source>Click to remove it</source>
        <translation>Zum Entfernen klicken</translation>
    </message>
    <message>
        <source>Keyword {keyword}: remove it</source>
        <translation>Schlagwort {keyword}: entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Suits {some} of %Ln photo(s)</source>
        <translation>
            <numerusform>Passt zu {some} von %Ln Foto</numerusform>
            <numerusform>Passt zu {some} von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>keyword “{word}” on %Ln photo(s)</source>
        <translation>
            <numerusform>Schlagwort „{word}“ für %Ln Foto</numerusform>
            <numerusform>Schlagwort „{word}“ für %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>label of %Ln photo(s)</source>
        <translation>
            <numerusform>Etikett von %Ln Foto</numerusform>
            <numerusform>Etikett von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>flag of %Ln photo(s)</source>
        <translation>
            <numerusform>Markierung von %Ln Foto</numerusform>
            <numerusform>Markierung von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rating of %Ln photo(s)</source>
        <translation>
            <numerusform>Bewertung von %Ln Foto</numerusform>
            <numerusform>Bewertung von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>For all %Ln photo(s) selected</source>
        <translation>
            <numerusform>Für das ausgewählte Foto</numerusform>
            <numerusform>Für alle %Ln ausgewählten Fotos</numerusform>
        </translation>
    </message>
    <message>
        <source>different ratings</source>
        <translation>verschiedene Bewertungen</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln star(s)</source>
        <translation>
            <numerusform>%Ln Stern</numerusform>
            <numerusform>%Ln Sterne</numerusform>
        </translation>
    </message>
    <message>
        <source>Different ratings</source>
        <translation>Verschiedene Bewertungen</translation>
    </message>
    <message>
        <source>Suggestions: Alt and the digit add one</source>
        <translation>Vorschläge: Alt und die Ziffer fügt einen hinzu</translation>
    </message>
    <message>
        <source>Click to add it</source>
        <translation>Zum Hinzufügen klicken</translation>
    </message>
    <message>
        <source>Add the keyword {keyword}</source>
        <translation>Schlagwort {keyword} hinzufügen</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Only the same thing</source>
        <translation>Nur dasselbe Motiv</translation>
    </message>
    <message>
        <source>Only the same thing, words by BM25</source>
        <translation>Nur dasselbe Motiv, Wörter nach BM25</translation>
    </message>
    <message>
        <source>Only the same thing, words by tf-idf</source>
        <translation>Nur dasselbe Motiv, Wörter nach tf-idf</translation>
    </message>
    <message>
        <source>Only by content</source>
        <translation>Nur nach Inhalt</translation>
    </message>
    <message>
        <source>Only names and metadata</source>
        <translation>Nur Namen und Metadaten</translation>
    </message>
    <message>
        <source>A right photo comes first</source>
        <translation>Ein richtiges Foto kommt zuerst</translation>
    </message>
    <message>
        <source>Mark hits right or wrong while you search: Photo › For this search. Here your searches are repeated, and you see how often they find the right photos and whether another way finds more.</source>
        <translation>Markiere beim Suchen Treffer als richtig oder falsch: Foto › Für diese Suche. Hier werden deine Suchen wiederholt, und du siehst, wie oft sie die richtigen Fotos finden und ob ein anderer Weg mehr findet.</translation>
    </message>
    <message>
        <source>In the learned order</source>
        <translation>In der gelernten Reihenfolge</translation>
    </message>
    <message>
        <source>Only the same thing, words by BM25, k1 = 2 (repeated words count more)</source>
        <translation>Nur dasselbe Motiv, Wörter nach BM25, k1 = 2 (wiederholte Wörter zählen mehr)</translation>
    </message>
    <message>
        <source>Only the same thing, words by BM25, b = 0 (rich photos are not held back)</source>
        <translation>Nur dasselbe Motiv, Wörter nach BM25, b = 0 (detailreiche Fotos werden nicht gebremst)</translation>
    </message>
    <message>
        <source>Searched again with the first hits (pseudo-feedback)</source>
        <translation>Noch einmal mit den ersten Treffern gesucht (Pseudo-Feedback)</translation>
    </message>
    <message>
        <source>Only the same thing, NNDR 0.7 (fewer matches)</source>
        <translation>Nur dieselbe Sache, NNDR 0,7 (weniger Treffer)</translation>
    </message>
    <message>
        <source>Only the same thing, NNDR 0.9 (more matches)</source>
        <translation>Nur dieselbe Sache, NNDR 0,9 (mehr Treffer)</translation>
    </message>
    <message>
        <source>Right photos among the first five</source>
        <translation>Richtige Fotos unter den ersten fünf</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>Mittlere Genauigkeit</translation>
    </message>
    <message>
        <source>nDCG of the first ten</source>
        <translation>nDCG der ersten zehn</translation>
    </message>
    <message>
        <source>same thing</source>
        <translation>dasselbe Ding</translation>
    </message>
    <message>
        <source>names and metadata</source>
        <translation>Namen und Metadaten</translation>
    </message>
    <message>
        <source>content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Precision at each level of recall</source>
        <translation>Genauigkeit je Trefferquote</translation>
    </message>
    <message>
        <source>Way to &amp;search:</source>
        <translation>&amp;Suchweise:</translation>
    </message>
    <message>
        <source>Compare &amp;with:</source>
        <translation>Verglichen &amp;mit:</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>&amp;Learn from judged hits</source>
        <translation>Aus bewerteten Treffern &amp;lernen</translation>
    </message>
    <message>
        <source>Search in the learned &amp;order</source>
        <translation>In der gelernten &amp;Reihenfolge suchen</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Model {model}, on a sample of the photos</source>
        <translation>Modell {model}, an einer Stichprobe der Fotos</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Sucht…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln search(es) with right photos.</source>
        <translation>
            <numerusform>%Ln Suche mit richtigen Fotos.</numerusform>
            <numerusform>%Ln Suchen mit richtigen Fotos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Models ranked a sample of %Ln photo(s).</source>
        <translation>
            <numerusform>Modelle ordneten eine Stichprobe von %Ln Foto.</numerusform>
            <numerusform>Modelle ordneten eine Stichprobe von %Ln Fotos.</numerusform>
        </translation>
    </message>
    <message>
        <source>The difference may be chance (p = {p}). More judged searches tell more.</source>
        <translation>Der Unterschied kann Zufall sein (p = {p}). Mehr beurteilte Suchen sagen mehr.</translation>
    </message>
    <message>
        <source>The second way is better, by more than chance (p = {p}).</source>
        <translation>Die zweite Weise ist besser, und das nicht durch Zufall (p = {p}).</translation>
    </message>
    <message>
        <source>The first way is better, by more than chance (p = {p}).</source>
        <translation>Die erste Weise ist besser, und das nicht durch Zufall (p = {p}).</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erste</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Zweite</translation>
    </message>
    <message>
        <source>Judged hits can teach how much each way to search counts in this library.</source>
        <translation>Bewertete Treffer können lehren, wie viel jede Art zu suchen in dieser Bibliothek zählt.</translation>
    </message>
    <message>
        <source>nDCG of the first ten on searches that did not teach it: {after} instead of {before} (p = {p}).</source>
        <translation>nDCG der ersten zehn bei Suchen, aus denen nicht gelernt wurde: {after} statt {before} (p = {p}).</translation>
    </message>
    <message>
        <source>That may be chance, so nothing changes. More judged searches tell more.</source>
        <translation>Das kann Zufall sein, also ändert sich nichts. Mehr bewertete Suchen sagen mehr.</translation>
    </message>
    <message>
        <source>Weights: {weights}.</source>
        <translation>Gewichte: {weights}.</translation>
    </message>
    <message>
        <source>The photo comes first</source>
        <translation>Das Foto kommt zuerst</translation>
    </message>
    <message>
        <source>It is confirmed as the same</source>
        <translation>Es ist als dasselbe bestätigt</translation>
    </message>
    <message>
        <source>Learns visual words from the details of your own photos. Meanwhile, searches use the present ones. Then altered copies of some photos are searched for with both, and you choose. Your photos, stars and keywords stay as they are.</source>
        <translation>Lernt visuelle Wörter aus den Details deiner eigenen Fotos. Suchen verwenden so lange die bisherigen. Dann werden veränderte Kopien einiger Fotos mit beiden gesucht, und du wählst. Deine Fotos, Sterne und Schlagwörter bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>It comes first by visual words alone</source>
        <translation>Es kommt allein nach visuellen Wörtern zuerst</translation>
    </message>
    <message>
        <source>Learn from my photos</source>
        <translation>Aus meinen Fotos lernen</translation>
    </message>
    <message>
        <source>Progress of learning</source>
        <translation>Fortschritt des Lernens</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Vorher und nachher</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Altered copies</source>
        <translation>Veränderte Kopien</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Stops and removes what was learned; the present visual words stay</source>
        <translation>Hält an und entfernt das Gelernte; die bisherigen visuellen Wörter bleiben</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message numerus="yes">
        <source>Takes about %Ln minute(s), plus the comparison, and {disk} of disk space ({free} free).</source>
        <translation>
            <numerusform>Dauert etwa %Ln Minute, dazu der Vergleich, und braucht {disk} Speicherplatz ({free} frei).</numerusform>
            <numerusform>Dauert etwa %Ln Minuten, dazu der Vergleich, und braucht {disk} Speicherplatz ({free} frei).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them gave a different result.</source>
        <translation>
            <numerusform>%Ln davon hatte ein anderes Ergebnis.</numerusform>
            <numerusform>%Ln davon hatten ein anderes Ergebnis.</numerusform>
        </translation>
    </message>
    <message>
        <source>The difference may be chance: keep the old words.</source>
        <translation>Der Unterschied kann Zufall sein: Behalte die alten Wörter.</translation>
    </message>
    <message>
        <source>Keep the old words</source>
        <translation>Alte Wörter behalten</translation>
    </message>
    <message>
        <source>Keep the new words</source>
        <translation>Neue Wörter behalten</translation>
    </message>
    <message>
        <source>Learning from your photos…</source>
        <translation>Lernt aus deinen Fotos…</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Einen Moment…</translation>
    </message>
    <message>
        <source>The new words find more</source>
        <translation>Die neuen Wörter finden mehr</translation>
    </message>
    <message>
        <source>The new words do not find more</source>
        <translation>Die neuen Wörter finden nicht mehr Fotos</translation>
    </message>
    <message>
        <source>Learning is paused</source>
        <translation>Das Lernen ruht</translation>
    </message>
    <message>
        <source>Learn visual words from your photos</source>
        <translation>Visuelle Wörter aus deinen Fotos lernen</translation>
    </message>
    <message numerus="yes">
        <source>{words} words from %Ln photo(s).</source>
        <translation>
            <numerusform>{words} Wörter aus %Ln Foto.</numerusform>
            <numerusform>{words} Wörter aus %Ln Fotos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) have them already.</source>
        <translation>
            <numerusform>%Ln Foto hat sie schon.</numerusform>
            <numerusform>%Ln Fotos haben sie schon.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln altered copies of {photos} photos were searched for.</source>
        <translation>
            <numerusform>%Ln veränderte Kopie von {photos} Fotos wurde gesucht.</numerusform>
            <numerusform>%Ln veränderte Kopien von {photos} Fotos wurden gesucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>More photos come first than chance explains: keep the new words.</source>
        <translation>Mehr Fotos kommen zuerst, als Zufall erklärt: Behalte die neuen Wörter.</translation>
    </message>
    <message>
        <source>{low} to {high} points</source>
        <translation>{low} bis {high} Punkte</translation>
    </message>
    <message>
        <source>{share} %</source>
        <translation>{share} %</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
    <message numerus="yes">
        <source>judgement of %Ln photo(s)</source>
        <translation>
            <numerusform>Urteil über %Ln Foto</numerusform>
            <numerusform>Urteil über %Ln Fotos</numerusform>
        </translation>
    </message>
    <message>
        <source>Model for sentences</source>
        <translation>Modell für Sätze</translation>
    </message>
    <message>
        <source>Progress of the installation</source>
        <translation>Fortschritt der Installation</translation>
    </message>
    <message>
        <source>Other models…</source>
        <translation>Andere Modelle…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>The downloaded part is kept, even if you close the program.</source>
        <translation>Der geladene Teil bleibt erhalten, auch wenn du das Programm schließt.</translation>
    </message>
    <message>
        <source>The downloaded part is deleted.</source>
        <translation>Der geladene Teil wird gelöscht.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>A larger model knows more than the built-in one. Install {model}:</source>
        <translation>Ein größeres Modell weiß mehr als das eingebaute. Installiere {model}:</translation>
    </message>
    <message>
        <source>To find photos by what they show, install {model}:</source>
        <translation>Um Fotos nach Inhalt zu finden, installiere {model}:</translation>
    </message>
    <message>
        <source>For research only.</source>
        <translation>Nur für die Forschung.</translation>
    </message>
    <message>
        <source>It runs on this computer, and your photos stay here.</source>
        <translation>Es läuft auf diesem Computer, und deine Fotos bleiben hier.</translation>
    </message>
    <message>
        <source>{model} is paused: {progress}.</source>
        <translation>{model} ist angehalten: {progress}.</translation>
    </message>
    <message>
        <source>Installing {model}.</source>
        <translation>{model} wird installiert.</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>Modell importieren</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Which architecture are the weights in “{file}” for?</source>
        <translation>Für welche Architektur sind die Gewichte in „{file}“?</translation>
    </message>
    <message>
        <source>For research only: its licence forbids other use.</source>
        <translation>Nur für die Forschung: Die Lizenz verbietet anderes.</translation>
    </message>
    <message>
        <source>Knows only the demo&apos;s pictures; not suited to photos.</source>
        <translation>Kennt nur die Bilder der Demo; für Fotos nicht geeignet.</translation>
    </message>
    <message>
        <source>Knows common things and scenes. Install a larger model for more.</source>
        <translation>Kennt häufige Dinge und Szenen. Installiere für mehr ein größeres Modell.</translation>
    </message>
    <message>
        <source>Small built-in model</source>
        <translation>Kleines mitgeliefertes Modell</translation>
    </message>
    <message>
        <source>{size} to download</source>
        <translation>{size} zu laden</translation>
    </message>
    <message>
        <source>Quality {stars}</source>
        <translation>Qualität {stars}</translation>
    </message>
    <message>
        <source>Speed {stars}</source>
        <translation>Tempo {stars}</translation>
    </message>
    <message>
        <source>right photo first: {measured}</source>
        <translation>richtiges Foto zuerst: {measured}</translation>
    </message>
    <message>
        <source>{ms} ms a photo on two cores</source>
        <translation>{ms} ms je Foto auf zwei Kernen</translation>
    </message>
    <message>
        <source>{stars} of {most}</source>
        <translation>{stars} von {most}</translation>
    </message>
    <message>
        <source>{size} on the disk</source>
        <translation>{size} auf dem Laufwerk</translation>
    </message>
    <message>
        <source>about {minutes} min at 50 Mbit/s</source>
        <translation>etwa {minutes} min bei 50 Mbit/s</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>{step}: {done} of {total}</source>
        <translation>{step}: {done} von {total}</translation>
    </message>
    <message>
        <source>{size} a second</source>
        <translation>{size} pro Sekunde</translation>
    </message>
    <message>
        <source>{seconds} s left</source>
        <translation>noch {seconds} s</translation>
    </message>
    <message>
        <source>{minutes} min left</source>
        <translation>noch {minutes} min</translation>
    </message>
    <message>
        <source>{hours} h left</source>
        <translation>noch {hours} h</translation>
    </message>
    <message>
        <source>{done} of {total} downloaded</source>
        <translation>{done} von {total} geladen</translation>
    </message>
    <message>
        <source>Estimating time and space…</source>
        <translation>Zeit und Speicherplatz werden geschätzt…</translation>
    </message>
    <message>
        <source>This needs a model.</source>
        <translation>Dafür ist ein Modell nötig.</translation>
    </message>
    <message numerus="yes">
        <source>The parts of %Ln photo(s) can be found.</source>
        <translation>
            <numerusform>Die Teile von %Ln Foto können gefunden werden.</numerusform>
            <numerusform>Die Teile von %Ln Fotos können gefunden werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>about {minutes} min</source>
        <translation>etwa {minutes} min</translation>
    </message>
    <message>
        <source>about {hours} h</source>
        <translation>etwa {hours} h</translation>
    </message>
    <message>
        <source>licence: {licence}</source>
        <translation>Lizenz: {licence}</translation>
    </message>
    <message>
        <source>A model lets you type what a photo shows, such as “a red boat at dusk”. It runs on this computer, and no photo leaves it. Nothing is downloaded unless you ask for it here.</source>
        <translation>Mit einem Modell schreibst du, was ein Foto zeigt, etwa „ein rotes Boot in der Dämmerung“. Es läuft auf diesem Computer, und kein Foto verlässt ihn. Geladen wird nur, was du hier anforderst.</translation>
    </message>
    <message>
        <source>Import a file…</source>
        <translation>Datei importieren…</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>Ordner importieren…</translation>
    </message>
    <message>
        <source>A folder with ready ONNX towers and their tokenizer</source>
        <translation>Ein Ordner mit fertigen ONNX-Türmen und ihrem Tokenizer</translation>
    </message>
    <message>
        <source>Learn my keywords</source>
        <translation>Meine Schlagwörter lernen</translation>
    </message>
    <message>
        <source>Forget my keywords</source>
        <translation>Meine Schlagwörter vergessen</translation>
    </message>
    <message>
        <source>Search parts of photos</source>
        <translation>Teile von Fotos durchsuchen</translation>
    </message>
    <message>
        <source>Its name in open_clip, which the publisher of the weights gives.</source>
        <translation>Ihr Name in open_clip, den der Herausgeber der Gewichte nennt.</translation>
    </message>
    <message>
        <source>A model can learn your people, pets and places by name, from the photos that have them as keywords.</source>
        <translation>Ein Modell kann deine Leute, Tiere und Orte mit Namen lernen, von den Fotos, die sie als Schlagwörter haben.</translation>
    </message>
    <message>
        <source>Also looks at nine parts of each photo, so you can find small things in it. The model then takes ten times as long to index.</source>
        <translation>Sieht sich auch neun Teile jedes Fotos an, damit du kleine Dinge darin findest. Das Modell braucht beim Indexieren dann zehnmal so lange.</translation>
    </message>
    <message>
        <source>Weights on this computer, for use without a network</source>
        <translation>Gewichte auf diesem Computer, für ein Gerät ohne Netz</translation>
    </message>
    <message>
        <source>No models available.</source>
        <translation>Keine Modelle verfügbar.</translation>
    </message>
    <message>
        <source>Loading the list of models…</source>
        <translation>Liste der Modelle wird geladen…</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>installed</source>
        <translation>installiert</translation>
    </message>
    <message>
        <source>Use</source>
        <comment>a model</comment>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>{model} verwenden</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Remove {model}</source>
        <translation>{model} entfernen</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>empfohlen</translation>
    </message>
    <message>
        <source>Install {model}</source>
        <translation>{model} installieren</translation>
    </message>
    <message>
        <source>Resume the download of {model}</source>
        <translation>{model} weiter laden</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Delete what was downloaded of {model}</source>
        <translation>Löschen, was von {model} geladen ist</translation>
    </message>
    <message>
        <source>Learned from your photos: {keywords}.</source>
        <translation>Von deinen Fotos gelernt: {keywords}.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Frame a part of this picture</source>
        <translation>Ausschnitt aus diesem Bild wählen</translation>
    </message>
    <message>
        <source>Remove from the search</source>
        <translation>Aus der Suche entfernen</translation>
    </message>
    <message>
        <source>More weight</source>
        <translation>Mehr Gewicht</translation>
    </message>
    <message>
        <source>Less weight</source>
        <translation>Weniger Gewicht</translation>
    </message>
    <message>
        <source>Photos with this</source>
        <translation>Fotos damit</translation>
    </message>
    <message>
        <source>Photos without this</source>
        <translation>Fotos ohne das</translation>
    </message>
    <message>
        <source>Change the words</source>
        <translation>Wörter ändern</translation>
    </message>
    <message>
        <source>More like this</source>
        <translation>Mehr solche Fotos</translation>
    </message>
    <message>
        <source>Search for its text, too</source>
        <translation>Auch nach seinem Text suchen</translation>
    </message>
    <message>
        <source>Fewer like this</source>
        <translation>Weniger solche Fotos</translation>
    </message>
    <message>
        <source>Not this</source>
        <translation>Das nicht</translation>
    </message>
    <message>
        <source>Frame a part…</source>
        <translation>Ausschnitt wählen…</translation>
    </message>
    <message>
        <source>framed</source>
        <translation>Ausschnitt</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>markiert</translation>
    </message>
    <message>
        <source>{chosen}. Click to change it.</source>
        <translation>{chosen}. Zum Ändern klicken.</translation>
    </message>
    <message>
        <source>{chosen}: change it</source>
        <translation>{chosen}: ändern</translation>
    </message>
    <message>
        <source>Space: menu. + −: more or fewer like this. Delete: remove.</source>
        <translation>Leertaste: Menü. + −: mehr oder weniger solche Fotos. Entf: entfernen.</translation>
    </message>
    <message>
        <source>Space: menu. + −: with or without. Up and down: weight. Enter: change the words. Delete: remove.</source>
        <translation>Leertaste: Menü. + −: mit oder ohne. Auf und ab: Gewicht. Eingabe: Wörter ändern. Entf: entfernen.</translation>
    </message>
    <message>
        <source>Space: menu. + −: like this or not. Up and down: weight. Enter: frame a part. Delete: remove.</source>
        <translation>Leertaste: Menü. + −: so oder nicht so. Auf und ab: Gewicht. Eingabe: Ausschnitt. Entf: entfernen.</translation>
    </message>
    <message>
        <source>Fewer like the photo {name}</source>
        <translation>Weniger wie das Foto {name}</translation>
    </message>
    <message>
        <source>More like the photo {name}</source>
        <translation>Mehr wie das Foto {name}</translation>
    </message>
    <message>
        <source>Without the words {words}</source>
        <translation>Ohne die Wörter {words}</translation>
    </message>
    <message>
        <source>With the words {words}</source>
        <translation>Mit den Wörtern {words}</translation>
    </message>
    <message>
        <source>Without the picture {name}</source>
        <translation>Ohne das Bild {name}</translation>
    </message>
    <message>
        <source>With the picture {name}</source>
        <translation>Mit dem Bild {name}</translation>
    </message>
    <message>
        <source>What you dropped contains no picture.</source>
        <translation>Darin ist kein Bild.</translation>
    </message>
    <message>
        <source>There is no picture on the clipboard. Copy a picture or a picture file first.</source>
        <translation>In der Zwischenablage ist kein Bild. Kopiere zuerst ein Bild oder eine Bilddatei.</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>Dropped picture</source>
        <translation>Abgelegtes Bild</translation>
    </message>
    <message numerus="yes">
        <source>Searching with the first of %Ln picture(s).</source>
        <translation>
            <numerusform>Gesucht wird mit dem ersten von %Ln Bild.</numerusform>
            <numerusform>Gesucht wird mit dem ersten von %Ln Bildern.</numerusform>
        </translation>
    </message>
    <message>
        <source>Frame a part of your picture</source>
        <translation>Ausschnitt deines Bildes wählen</translation>
    </message>
    <message>
        <source>Frame what to look for</source>
        <translation>Rahme ein, was du suchst</translation>
    </message>
    <message>
        <source>Drag a frame, or use arrows and Shift+arrows.</source>
        <translation>Ziehe einen Rahmen, oder nimm die Pfeile und Umschalt+Pfeile.</translation>
    </message>
    <message>
        <source>Whole picture</source>
        <translation>Ganzes Bild</translation>
    </message>
    <message>
        <source>Search in frame</source>
        <translation>Im Rahmen suchen</translation>
    </message>
    <message>
        <source>forgetting the recent searches</source>
        <translation>Vergessen der letzten Suchen</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>Letzte Suchen</translation>
    </message>
    <message>
        <source>No searches yet</source>
        <translation>Noch keine Suchen</translation>
    </message>
    <message>
        <source>Forget the recent searches</source>
        <translation>Letzte Suchen vergessen</translation>
    </message>
    <message>
        <source>Type words, or drop, paste or open a picture</source>
        <translation>Wörter schreiben, oder ein Bild ablegen, einfügen oder öffnen</translation>
    </message>
    <message>
        <source>Add words or a picture</source>
        <translation>Wörter oder ein Bild hinzufügen</translation>
    </message>
    <message>
        <source>Words to search for</source>
        <translation>Wörter, nach denen gesucht wird</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search with the picture on the clipboard</source>
        <translation>Mit dem Bild aus der Zwischenablage suchen</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Narrow the search by date, folder, camera and more</source>
        <translation>Suche eingrenzen: Datum, Ordner, Kamera und mehr</translation>
    </message>
    <message>
        <source>Add a filter</source>
        <translation>Filter hinzufügen</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Search with a picture file</source>
        <translation>Mit einer Bilddatei suchen</translation>
    </message>
    <message>
        <source>Remove all filters</source>
        <translation>Alle Filter entfernen</translation>
    </message>
    <message>
        <source>This search is an album</source>
        <translation>Diese Suche ist ein Album</translation>
    </message>
    <message>
        <source>Drag over what to look for.   Arrows and Shift+arrows: by keyboard.   Enter: search.   Esc: leave.</source>
        <translation>Ziehe über das, was du suchst.   Pfeile und Umschalt+Pfeile: mit Tasten.   Eingabe: suchen.   Esc: verlassen.</translation>
    </message>
    <message>
        <source>This desktop does not let programs see the screen. Take a screenshot with the desktop&apos;s own tool, often the key Print or Shift+Print, and paste it here.</source>
        <translation>Dieser Desktop lässt Programme den Bildschirm nicht sehen. Mache ein Bildschirmfoto mit seinem eigenen Werkzeug, oft mit der Taste Druck oder Umschalt+Druck, und füge es hier ein.</translation>
    </message>
    <message>
        <source>The system does not let this program see the screen yet. Allow it in System Settings, Privacy &amp; Security, Screen Recording, and try again. Or copy a screenshot and paste it here.</source>
        <translation>Das System lässt dieses Programm den Bildschirm noch nicht sehen. Erlaube es in den Systemeinstellungen unter Datenschutz &amp; Sicherheit, Bildschirmaufnahme, und versuche es noch einmal. Oder kopiere ein Bildschirmfoto und füge es hier ein.</translation>
    </message>
    <message>
        <source>Frame a part of the screen</source>
        <translation>Ausschnitt vom Bildschirm wählen</translation>
    </message>
    <message>
        <source>Only addresses that begin with https:// are fetched.</source>
        <translation>Geladen werden nur Adressen, die mit https:// beginnen.</translation>
    </message>
    <message>
        <source>This address is a web page. Open it, and drag or copy the picture itself.</source>
        <translation>Diese Adresse ist eine Webseite. Öffne sie und ziehe oder kopiere das Bild selbst.</translation>
    </message>
    <message>
        <source>There is no picture at this address.</source>
        <translation>An dieser Adresse ist kein Bild.</translation>
    </message>
    <message>
        <source>The picture is larger than {most} MB. Save it and open the file.</source>
        <translation>Das Bild ist größer als {most} MB. Speichere es und öffne die Datei.</translation>
    </message>
    <message>
        <source>The picture could not be fetched: {reason}.</source>
        <translation>Das Bild konnte nicht geladen werden: {reason}.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Aufgenommen</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Objektiv</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>{date} (file name)</source>
        <translation>{date} (Dateiname)</translation>
    </message>
    <message>
        <source>{date} (file date)</source>
        <translation>{date} (Dateidatum)</translation>
    </message>
    <message>
        <source>{degrees}° N</source>
        <translation>{degrees}° N</translation>
    </message>
    <message>
        <source>{degrees}° S</source>
        <translation>{degrees}° S</translation>
    </message>
    <message>
        <source>{degrees}° E</source>
        <translation>{degrees}° O</translation>
    </message>
    <message>
        <source>{degrees}° W</source>
        <translation>{degrees}° W</translation>
    </message>
    <message>
        <source>{values} from {file}, in the trash</source>
        <translation>{values} von {file} im Papierkorb</translation>
    </message>
    <message numerus="yes">
        <source>Less likely (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Weniger wahrscheinlich (%Ln)</numerusform>
            <numerusform>Weniger wahrscheinlich (%Ln)</numerusform>
        </translation>
    </message>
    <message>
        <source>No date</source>
        <translation>Kein Datum</translation>
    </message>
    <message>
        <source>{town}, {day} {month} {year}</source>
        <translation>{town}, {day}. {month} {year}</translation>
    </message>
    <message>
        <source>{town}, {first} to {last} {month} {year}</source>
        <translation>{town}, {first}. bis {last}. {month} {year}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Search results as a list</source>
        <translation>Suchergebnisse als Liste</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Sucht</translation>
    </message>
    <message>
        <source>Click to find similar photos too</source>
        <translation>Klicken, um auch ähnliche Fotos zu finden</translation>
    </message>
    <message>
        <source>Search everywhere</source>
        <translation>Überall suchen</translation>
    </message>
    <message>
        <source>Trash rejects…</source>
        <translation>Abgelehnte in den Papierkorb…</translation>
    </message>
    <message>
        <source>Fewer or more photos</source>
        <translation>Weniger oder mehr Fotos</translation>
    </message>
    <message>
        <source>Left: only the surest photos. Right: less likely ones too.</source>
        <translation>Links: nur die sichersten Fotos. Rechts: auch weniger wahrscheinliche.</translation>
    </message>
    <message>
        <source>surest</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>Reihenfolge der Ergebnisse</translation>
    </message>
    <message>
        <source>{only}: find similar photos too</source>
        <translation>{only}: auch ähnliche Fotos finden</translation>
    </message>
    <message>
        <source>Size of the thumbnails</source>
        <translation>Größe der Vorschaubilder</translation>
    </message>
    <message>
        <source>Can’t search with this picture</source>
        <translation>Mit diesem Bild kann nicht gesucht werden</translation>
    </message>
    <message>
        <source>Can’t search for this</source>
        <translation>Damit kann nicht gesucht werden</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Das dauert einen Moment.</translation>
    </message>
    <message>
        <source>The library is on another computer. Photos are added there.</source>
        <translation>Die Bibliothek liegt auf einem anderen Computer. Fotos werden dort hinzugefügt.</translation>
    </message>
    <message>
        <source>Choose or drop folders. Your files stay where they are and are never changed.</source>
        <translation>Wähle Ordner oder lege sie hier ab. Deine Dateien bleiben, wo und wie sie sind.</translation>
    </message>
    <message>
        <source>Then drop or paste a picture to find the photos that show the same thing.</source>
        <translation>Lege dann ein Bild ab oder füge es ein, um die Fotos zu finden, die dasselbe zeigen.</translation>
    </message>
    <message>
        <source>Or type what you are looking for: what a photo shows, a name, a place, a date.</source>
        <translation>Oder schreibe, was du suchst: was ein Foto zeigt, einen Namen, einen Ort, ein Datum.</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>A larger model understands more of what you type.</source>
        <translation>Ein größeres Modell versteht mehr von dem, was du schreibst.</translation>
    </message>
    <message>
        <source>Find a photo by a picture</source>
        <translation>Finde ein Foto mit einem Bild</translation>
    </message>
    <message>
        <source>You can search as soon as the first photos are in.</source>
        <translation>Du kannst suchen, sobald die ersten Fotos da sind.</translation>
    </message>
    <message>
        <source>Adding your photos…</source>
        <translation>Deine Fotos werden hinzugefügt…</translation>
    </message>
    <message>
        <source>Show all photos</source>
        <translation>Alle Fotos zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln less likely photo(s)</source>
        <translation>
            <numerusform>%Ln weniger wahrscheinliches Foto zeigen</numerusform>
            <numerusform>%Ln weniger wahrscheinliche Fotos zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a picture…</source>
        <translation>Bild öffnen…</translation>
    </message>
    <message>
        <source>Choose folders…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Add “{folder}”</source>
        <translation>„{folder}“ hinzufügen</translation>
    </message>
    <message>
        <source>Get a model ({size})…</source>
        <translation>Modell holen ({size})…</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>Beste zuerst</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Älteste zuerst</translation>
    </message>
    <message>
        <source>Name, A to Z</source>
        <translation>Name, A bis Z</translation>
    </message>
    <message>
        <source>Name, Z to A</source>
        <translation>Name, Z bis A</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>Größte zuerst</translation>
    </message>
    <message>
        <source>Smallest first</source>
        <translation>Kleinste zuerst</translation>
    </message>
    <message>
        <source>Folder, A to Z</source>
        <translation>Ordner, A bis Z</translation>
    </message>
    <message>
        <source>Folder, Z to A</source>
        <translation>Ordner, Z bis A</translation>
    </message>
    <message>
        <source>Camera, A to Z</source>
        <translation>Kamera, A bis Z</translation>
    </message>
    <message>
        <source>Camera, Z to A</source>
        <translation>Kamera, Z bis A</translation>
    </message>
    <message>
        <source>Most stars first</source>
        <translation>Meiste Sterne zuerst</translation>
    </message>
    <message>
        <source>Fewest stars first</source>
        <translation>Wenigste Sterne zuerst</translation>
    </message>
    <message numerus="yes">
        <source>Same picture (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Dasselbe Bild (%Ln)</numerusform>
            <numerusform>Dasselbe Bild (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Same thing (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Dasselbe Motiv (%Ln)</numerusform>
            <numerusform>Dasselbe Motiv (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shares a part (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Hat einen Teil davon (%Ln)</numerusform>
            <numerusform>Hat einen Teil davon (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Possibly (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Möglicherweise (%Ln)</numerusform>
            <numerusform>Möglicherweise (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looks similar (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Sieht ähnlich aus (%Ln)</numerusform>
            <numerusform>Sieht ähnlich aus (%Ln)</numerusform>
        </translation>
    </message>
    <message>
        <source>Years and months</source>
        <translation>Jahre und Monate</translation>
    </message>
    <message>
        <source>Looking for more photos of it…</source>
        <translation>Wird nach weiteren Fotos davon gesucht …</translation>
    </message>
    <message>
        <source>The library is still empty</source>
        <translation>Die Bibliothek ist noch leer</translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es)</source>
        <translation>
            <numerusform>%Ln Treffer</numerusform>
            <numerusform>%Ln Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{photos}, %Ln new</source>
        <translation>
            <numerusform>{photos}, %Ln neu</numerusform>
            <numerusform>{photos}, %Ln neu</numerusform>
        </translation>
    </message>
    <message>
        <source>only the surest</source>
        <translation>nur die sichersten</translation>
    </message>
    <message>
        <source>less likely ones too</source>
        <translation>auch weniger wahrscheinliche</translation>
    </message>
    <message>
        <source>No match found</source>
        <translation>Kein Treffer</translation>
    </message>
    <message>
        <source>No photos found</source>
        <translation>Keine Fotos gefunden</translation>
    </message>
    <message>
        <source>No match found in “{folder}”</source>
        <translation>Kein Treffer in „{folder}“</translation>
    </message>
    <message>
        <source>No photos found in “{folder}”</source>
        <translation>Keine Fotos in „{folder}“ gefunden</translation>
    </message>
    <message>
        <source>No match found with these filters</source>
        <translation>Kein Treffer mit diesen Filtern</translation>
    </message>
    <message>
        <source>No photos found with these filters</source>
        <translation>Keine Fotos mit diesen Filtern gefunden</translation>
    </message>
    <message>
        <source>{photos} in {time}</source>
        <translation>{photos} in {time}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searched, none looks like it.</source>
        <translation>
            <numerusform>%Ln Foto durchsucht, es sieht nicht ähnlich aus.</numerusform>
            <numerusform>%Ln Fotos durchsucht, keines sieht ähnlich aus.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searched.</source>
        <translation>
            <numerusform>%Ln Foto durchsucht.</numerusform>
            <numerusform>%Ln Fotos durchsucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Added by hand</source>
        <translation>Von Hand hinzugefügt</translation>
    </message>
    <message>
        <source>Matches the filters</source>
        <translation>Passt zu den Filtern</translation>
    </message>
    <message>
        <source>Searching again with the matches…</source>
        <translation>Es wird mit den Treffern noch einmal gesucht…</translation>
    </message>
    <message>
        <source>Headline</source>
        <translation>Überschrift</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Save names to XMP sidecar files?</source>
        <translation>Namen in XMP-Begleitdateien speichern?</translation>
    </message>
    <message>
        <source>Other programs then read who is where in a photo. Your photos are not changed. The names are in the files from then on, and stay there when faces are erased.</source>
        <translation>Andere Programme lesen dann, wer wo in einem Foto ist. Deine Fotos werden nicht verändert. Die Namen stehen von da an in den Dateien und bleiben dort, wenn Gesichter gelöscht werden.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message numerus="yes">
        <source>Names saved for %Ln photo(s).</source>
        <translation>
            <numerusform>Namen für %Ln Foto gespeichert.</numerusform>
            <numerusform>Namen für %Ln Fotos gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Erase all faces and names?</source>
        <translation>Alle Gesichter und Namen löschen?</translation>
    </message>
    <message>
        <source>Every face, name and correction is removed from this library for good. Backups that you made before keep theirs: delete them, or make new ones.</source>
        <translation>Alle Gesichter, Namen und Korrekturen werden endgültig aus dieser Bibliothek entfernt. Frühere Sicherungen behalten ihre: Lösche diese, oder lege neue an.</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Nobody in the library has a face like this.</source>
        <translation>Niemand in der Bibliothek hat ein solches Gesicht.</translation>
    </message>
    <message>
        <source>face of {name}</source>
        <translation>Gesicht von {name}</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Belichtung</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Blitz</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Zeigt</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Etikett</translation>
    </message>
    <message>
        <source>Creator</source>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>Copyright</source>
        <translation>Copyright</translation>
    </message>
    <message>
        <source>{value} s</source>
        <translation>{value} s</translation>
    </message>
    <message>
        <source>{mm} mm on 35 mm film</source>
        <translation>{mm} mm bei Kleinbild</translation>
    </message>
    <message>
        <source>{values}, set on the map</source>
        <translation>{values}, auf der Karte gesetzt</translation>
    </message>
    <message>
        <source>{values} from {file}, which shows the same thing</source>
        <translation>{values} von {file}, das dasselbe Motiv zeigt</translation>
    </message>
    <message>
        <source>Fired</source>
        <translation>Ausgelöst</translation>
    </message>
    <message>
        <source>Comparing more closely…</source>
        <translation>Vergleicht genauer…</translation>
    </message>
    <message>
        <source>{photos} without {words}</source>
        <translation>{photos} ohne {words}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) share(s) a part of it</source>
        <translation>
            <numerusform>%Ln Foto hat einen Teil davon</numerusform>
            <numerusform>%Ln Fotos haben einen Teil davon</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible match(es)</source>
        <translation>
            <numerusform>%Ln möglicher Treffer</numerusform>
            <numerusform>%Ln mögliche Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln similar photo(s)</source>
        <translation>
            <numerusform>%Ln ähnliches Foto</numerusform>
            <numerusform>%Ln ähnliche Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln exact copy(ies)</source>
        <translation>
            <numerusform>%Ln exakte Kopie</numerusform>
            <numerusform>%Ln exakte Kopien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) with some of the words</source>
        <translation>
            <numerusform>%Ln Foto mit einigen der Wörter</numerusform>
            <numerusform>%Ln Fotos mit einigen der Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them by a closer comparison</source>
        <translation>
            <numerusform>%Ln davon durch einen genaueren Vergleich</numerusform>
            <numerusform>%Ln davon durch einen genaueren Vergleich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them by searching again with the matches</source>
        <translation>
            <numerusform>%Ln davon durch erneute Suche mit den Treffern</numerusform>
            <numerusform>%Ln davon durch erneute Suche mit den Treffern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them show the same thing as others</source>
        <translation>
            <numerusform>%Ln davon zeigt dasselbe wie ein anderes</numerusform>
            <numerusform>%Ln davon zeigen dasselbe wie andere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a date</source>
        <translation>
            <numerusform>%Ln Foto ohne Datum</numerusform>
            <numerusform>%Ln Fotos ohne Datum</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows the same as {name}, which has the text</source>
        <translation>Zeigt dasselbe wie {name}, auf dem der Text steht</translation>
    </message>
    <message>
        <source>Has some of your words</source>
        <translation>Hat einige deiner Wörter</translation>
    </message>
    <message>
        <source>Found by name or metadata</source>
        <translation>Über Namen oder Metadaten gefunden</translation>
    </message>
    <message>
        <source>Possibly the same</source>
        <translation>Möglicherweise dasselbe</translation>
    </message>
    <message>
        <source>Found by content</source>
        <translation>Nach Inhalt gefunden</translation>
    </message>
    <message>
        <source>Possibly: its details are most like those of your picture</source>
        <translation>Möglicherweise: Seine Details sind denen deines Bildes am ähnlichsten</translation>
    </message>
    <message>
        <source>Possibly: few points agree</source>
        <translation>Möglicherweise: Wenige Punkte stimmen überein</translation>
    </message>
    <message>
        <source>Possibly: few points agree, and a closer comparison did not confirm them</source>
        <translation>Möglicherweise: Wenige Punkte stimmen überein, und ein genauerer Vergleich hat sie nicht bestätigt</translation>
    </message>
    <message numerus="yes">
        <source>{what}, by %Ln point(s)</source>
        <translation>
            <numerusform>{what}, nach %Ln Punkt</numerusform>
            <numerusform>{what}, nach %Ln Punkten</numerusform>
        </translation>
    </message>
    <message>
        <source>Very likely right</source>
        <translation>Sehr wahrscheinlich richtig</translation>
    </message>
    <message>
        <source>Probably right</source>
        <translation>Wahrscheinlich richtig</translation>
    </message>
    <message>
        <source>Uncertain</source>
        <translation>Unsicher</translation>
    </message>
    <message>
        <source>Good fit</source>
        <translation>Passt gut</translation>
    </message>
    <message>
        <source>Fair fit</source>
        <translation>Passt teilweise</translation>
    </message>
    <message>
        <source>Less likely</source>
        <translation>Weniger wahrscheinlich</translation>
    </message>
    <message>
        <source>Found by way of {name}</source>
        <translation>Über {name} gefunden</translation>
    </message>
    <message>
        <source>Marked by you</source>
        <translation>Von dir markiert</translation>
    </message>
    <message>
        <source>An exact copy</source>
        <translation>Eine exakte Kopie</translation>
    </message>
    <message>
        <source>Shares a small part, mirrored</source>
        <translation>Hat einen kleinen Teil davon, gespiegelt</translation>
    </message>
    <message>
        <source>Shares a small part</source>
        <translation>Hat einen kleinen Teil davon</translation>
    </message>
    <message>
        <source>Shares a part of it, mirrored</source>
        <translation>Hat einen Teil davon, gespiegelt</translation>
    </message>
    <message>
        <source>Shares a part of it</source>
        <translation>Hat einen Teil davon</translation>
    </message>
    <message>
        <source>The same picture, mirrored</source>
        <translation>Dasselbe Bild, gespiegelt</translation>
    </message>
    <message>
        <source>The same picture</source>
        <translation>Dasselbe Bild</translation>
    </message>
    <message>
        <source>The same thing, mirrored</source>
        <translation>Dasselbe Motiv, gespiegelt</translation>
    </message>
    <message>
        <source>The same thing</source>
        <translation>Dasselbe Motiv</translation>
    </message>
    <message>
        <source>Searched names and metadata.</source>
        <translation>In Namen und Metadaten gesucht.</translation>
    </message>
    <message>
        <source>works</source>
        <translation>geht</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>geht nicht</translation>
    </message>
    <message>
        <source>Compiled loops</source>
        <translation>Kompilierte Schleifen</translation>
    </message>
    <message>
        <source>Camera raw</source>
        <translation>Kamera-Raw</translation>
    </message>
    <message>
        <source>Visual words</source>
        <translation>Visuelle Wörter</translation>
    </message>
    <message>
        <source>Built-in model (ONNX Runtime)</source>
        <translation>Eingebautes Modell (ONNX Runtime)</translation>
    </message>
    <message>
        <source>Translations</source>
        <translation>Übersetzungen</translation>
    </message>
    <message>
        <source>Window (Qt)</source>
        <translation>Fenster (Qt)</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>If there is one, it indexes photos and searches large libraries by content.</source>
        <translation>Falls vorhanden, indexiert sie Fotos und durchsucht große Bibliotheken nach Inhalt.</translation>
    </message>
    <message>
        <source>Searches by content now run on the graphics card.</source>
        <translation>Die Suche nach Inhalt läuft jetzt auf der Grafikkarte.</translation>
    </message>
    <message>
        <source>Searches by content now run on the processor.</source>
        <translation>Die Suche nach Inhalt läuft jetzt auf dem Prozessor.</translation>
    </message>
    <message>
        <source>Everything runs on the processor.</source>
        <translation>Alles läuft auf dem Prozessor.</translation>
    </message>
    <message>
        <source>Takes effect when the current task ends.</source>
        <translation>Gilt, sobald die laufende Aufgabe beendet ist.</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Grafikkarte</translation>
    </message>
    <message>
        <source>About cbir</source>
        <translation>Über cbir</translation>
    </message>
    <message>
        <source>Test this installation</source>
        <translation>Installation testen</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Version {version}</translation>
    </message>
    <message>
        <source>Find photos by a picture or by words. Everything happens on this computer.</source>
        <translation>Finde Fotos mit einem Bild oder mit Worten. Alles geschieht auf diesem Computer.</translation>
    </message>
    <message>
        <source>Apache License 2.0. Qt and PySide6 are under the LGPL 3.</source>
        <translation>Apache-Lizenz 2.0. Qt und PySide6 stehen unter der LGPL 3.</translation>
    </message>
    <message>
        <source>Names of towns: GeoNames (geonames.org), CC BY 4.0.</source>
        <translation>Ortsnamen: GeoNames (geonames.org), CC BY 4.0.</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Wird getestet…</translation>
    </message>
    <message>
        <source>&amp;Open picture…</source>
        <translation>Bild ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Add a picture to the search…</source>
        <translation>Bild zur Suche &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>&amp;Paste picture</source>
        <translation>Bild e&amp;infügen</translation>
    </message>
    <message>
        <source>Go to the searc&amp;h bar</source>
        <translation>Zur Such&amp;zeile</translation>
    </message>
    <message>
        <source>&amp;Frame a part…</source>
        <translation>Aus&amp;schnitt wählen…</translation>
    </message>
    <message>
        <source>Frame a part of the s&amp;creen…</source>
        <translation>Ausschnitt vom &amp;Bildschirm…</translation>
    </message>
    <message>
        <source>Find &amp;mirrored pictures too</source>
        <translation>Auch &amp;gespiegelte Bilder finden</translation>
    </message>
    <message>
        <source>F&amp;ilter…</source>
        <translation>Fi&amp;lter…</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>Remo&amp;ve</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Previou&amp;s search</source>
        <translation>&amp;Vorherige Suche</translation>
    </message>
    <message>
        <source>Ne&amp;xt search</source>
        <translation>&amp;Nächste Suche</translation>
    </message>
    <message>
        <source>Recen&amp;t searches…</source>
        <translation>Le&amp;tzte Suchen…</translation>
    </message>
    <message>
        <source>Search a&amp;gain</source>
        <translation>E&amp;rneut suchen</translation>
    </message>
    <message>
        <source>Clea&amp;r the search</source>
        <translation>S&amp;uche leeren</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Been&amp;den</translation>
    </message>
    <message>
        <source>Library o&amp;verview…</source>
        <translation>Ü&amp;bersicht der Bibliothek…</translation>
    </message>
    <message>
        <source>O&amp;pen library…</source>
        <translation>Bibliothek &amp;öffnen…</translation>
    </message>
    <message>
        <source>&amp;New library…</source>
        <translation>&amp;Neue Bibliothek…</translation>
    </message>
    <message>
        <source>Recen&amp;t libraries</source>
        <translation>&amp;Zuletzt geöffnete Bibliotheken</translation>
    </message>
    <message>
        <source>R&amp;estore from a backup…</source>
        <translation>Aus Si&amp;cherung wiederherstellen…</translation>
    </message>
    <message>
        <source>&amp;Add folder…</source>
        <translation>Ordner &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Scan for chan&amp;ges</source>
        <translation>Nach Än&amp;derungen suchen</translation>
    </message>
    <message>
        <source>Mea&amp;sure the searches…</source>
        <translation>Suchen &amp;messen…</translation>
    </message>
    <message>
        <source>Files that could not be &amp;read…</source>
        <translation>Nicht &amp;lesbare Dateien…</translation>
    </message>
    <message>
        <source>&amp;Watch folders for changes</source>
        <translation>Ordner über&amp;wachen</translation>
    </message>
    <message>
        <source>Inde&amp;x videos too</source>
        <translation>Auch Videos inde&amp;xieren</translation>
    </message>
    <message>
        <source>&amp;Duplicates</source>
        <translation>Dopp&amp;elte Fotos</translation>
    </message>
    <message>
        <source>Inventor&amp;y of a shelf</source>
        <translation>Inventar eines &amp;Regals</translation>
    </message>
    <message>
        <source>&amp;Check the library…</source>
        <translation>Bibliothek &amp;prüfen…</translation>
    </message>
    <message>
        <source>&amp;Back up the library…</source>
        <translation>Bibliothek &amp;sichern…</translation>
    </message>
    <message>
        <source>Search &amp;only in this folder</source>
        <translation>Nur in diesem Ordner s&amp;uchen</translation>
    </message>
    <message>
        <source>Show the folder in the file &amp;manager</source>
        <translation>Ordner im Date&amp;imanager zeigen</translation>
    </message>
    <message>
        <source>&amp;Forget this folder…</source>
        <translation>Ordner &amp;vergessen…</translation>
    </message>
    <message>
        <source>&amp;Compare with your picture</source>
        <translation>Mit deinem Bild &amp;vergleichen</translation>
    </message>
    <message>
        <source>Show &amp;large</source>
        <translation>&amp;Groß zeigen</translation>
    </message>
    <message>
        <source>Show selected side &amp;by side</source>
        <translation>Auswahl &amp;nebeneinander zeigen</translation>
    </message>
    <message>
        <source>Mor&amp;e like this</source>
        <translation>Meh&amp;r solche Fotos</translation>
    </message>
    <message>
        <source>A&amp;dd to album…</source>
        <translation>Zu A&amp;lbum hinzufügen…</translation>
    </message>
    <message>
        <source>O&amp;pen or close the stack</source>
        <translation>Stapel &amp;öffnen oder schließen</translation>
    </message>
    <message>
        <source>Only the same &amp;thing</source>
        <translation>Nur &amp;dasselbe Motiv</translation>
    </message>
    <message>
        <source>Sa&amp;ve as an album</source>
        <translation>Als Album s&amp;peichern</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>Open on anot&amp;her computer…</source>
        <translation>&amp;Auf einem anderen Computer öffnen…</translation>
    </message>
    <message>
        <source>&amp;Search with this photo</source>
        <translation>Mit diesem F&amp;oto suchen</translation>
    </message>
    <message>
        <source>&amp;Add to the search</source>
        <translation>Zur Suche &amp;hinzufügen</translation>
    </message>
    <message>
        <source>Excl&amp;ude photos like this</source>
        <translation>Ähnliche Fotos a&amp;usschließen</translation>
    </message>
    <message>
        <source>Fe&amp;wer like this</source>
        <translation>Wenig&amp;er solche Fotos</translation>
    </message>
    <message>
        <source>&amp;Open in the default viewer</source>
        <translation>Im Standardprogramm ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Open wit&amp;h</source>
        <translation>Öffnen &amp;mit</translation>
    </message>
    <message>
        <source>Show in the &amp;file manager</source>
        <translation>Im Da&amp;teimanager zeigen</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the &amp;path</source>
        <translation>&amp;Pfad kopieren</translation>
    </message>
    <message>
        <source>Expo&amp;rt…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>As the &amp;file says</source>
        <translation>Wie in der &amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Next photo after rating</source>
        <translation>Nach dem Be&amp;werten weiter</translation>
    </message>
    <message>
        <source>Add a &amp;keyword…</source>
        <translation>&amp;Schlagwort hinzufügen…</translation>
    </message>
    <message>
        <source>&amp;Not in this album</source>
        <translation>Nicht in diesem Al&amp;bum</translation>
    </message>
    <message>
        <source>Photos of this perso&amp;n</source>
        <translation>F&amp;otos dieser Person</translation>
    </message>
    <message>
        <source>Re&amp;jected photos</source>
        <translation>Abgelehn&amp;te Fotos</translation>
    </message>
    <message>
        <source>Where does it come from?</source>
        <translation>Woher stammt es?</translation>
    </message>
    <message>
        <source>&amp;Pick</source>
        <translation>&amp;Markieren</translation>
    </message>
    <message>
        <source>Re&amp;ject</source>
        <translation>Ab&amp;lehnen</translation>
    </message>
    <message>
        <source>&amp;Unflag</source>
        <translation>Markierung a&amp;ufheben</translation>
    </message>
    <message>
        <source>Color label</source>
        <translation>Farbetikett</translation>
    </message>
    <message>
        <source>&amp;No label</source>
        <translation>&amp;Kein Etikett</translation>
    </message>
    <message>
        <source>&amp;Right</source>
        <translation>&amp;Richtig</translation>
    </message>
    <message>
        <source>&amp;Wrong</source>
        <translation>&amp;Falsch</translation>
    </message>
    <message>
        <source>&amp;Not judged</source>
        <translation>&amp;Nicht beurteilt</translation>
    </message>
    <message>
        <source>&amp;Move to the {trash}…</source>
        <translation>&amp;In den {trash} legen…</translation>
    </message>
    <message>
        <source>Show as a &amp;grid</source>
        <translation>Als &amp;Raster zeigen</translation>
    </message>
    <message>
        <source>Show as a &amp;list</source>
        <translation>Als &amp;Liste zeigen</translation>
    </message>
    <message>
        <source>Show by &amp;date</source>
        <translation>Nach &amp;Datum zeigen</translation>
    </message>
    <message>
        <source>Reverse &amp;order</source>
        <translation>Reihenfolge um&amp;kehren</translation>
    </message>
    <message>
        <source>Show or hide what is less likel&amp;y</source>
        <translation>&amp;Weniger Wahrscheinliches zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Stack near-d&amp;uplicates</source>
        <translation>Fast Gleiches sta&amp;peln</translation>
    </message>
    <message>
        <source>Library &amp;column</source>
        <translation>&amp;Bibliotheksspalte</translation>
    </message>
    <message>
        <source>D&amp;etails column</source>
        <translation>D&amp;etailspalte</translation>
    </message>
    <message>
        <source>Fil&amp;mstrip under a large photo</source>
        <translation>&amp;Filmstreifen unter einem großen Foto</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>&amp;Befehl suchen…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>&amp;Anleitung (englisch)</translation>
    </message>
    <message>
        <source>&amp;What’s new</source>
        <translation>&amp;Neuigkeiten</translation>
    </message>
    <message>
        <source>Take the &amp;tour</source>
        <translation>&amp;Rundgang</translation>
    </message>
    <message>
        <source>&amp;About cbir</source>
        <translation>&amp;Über cbir</translation>
    </message>
    <message>
        <source>Same as &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>L&amp;ight</source>
        <comment>colours</comment>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <comment>colours</comment>
        <translation>D&amp;unkel</translation>
    </message>
    <message>
        <source>No &amp;star</source>
        <translation>Kein &amp;Stern</translation>
    </message>
    <message>
        <source>Ratin&amp;g</source>
        <translation>Be&amp;wertung</translation>
    </message>
    <message>
        <source>For th&amp;is search</source>
        <translation>Für diese Su&amp;che</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>Bibliothe&amp;k</translation>
    </message>
    <message>
        <source>&amp;Photo</source>
        <translation>&amp;Foto</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Search with this picture</source>
        <translation>Mit diesem Bild suchen</translation>
    </message>
    <message>
        <source>Add to the search</source>
        <translation>Zur Suche hinzufügen</translation>
    </message>
    <message>
        <source>Search with this instead</source>
        <translation>Stattdessen hiermit suchen</translation>
    </message>
    <message>
        <source>Move between photos</source>
        <translation>Von Foto zu Foto</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>Select more</source>
        <translation>Mehr auswählen</translation>
    </message>
    <message>
        <source>Shift+Arrows</source>
        <translation>Umschalt+Pfeile</translation>
    </message>
    <message>
        <source>Show your picture beside the photo</source>
        <translation>Dein Bild neben dem Foto zeigen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Show the photo large</source>
        <translation>Foto groß zeigen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Rate the selected photos</source>
        <translation>Ausgewählte Fotos bewerten</translation>
    </message>
    <message>
        <source>0 to 5</source>
        <translation>0 bis 5</translation>
    </message>
    <message>
        <source>Ctrl+PgUp, Ctrl+PgDown</source>
        <translation>Strg+Bild auf, Strg+Bild ab</translation>
    </message>
    <message>
        <source>Previous, next section</source>
        <translation>Zum vorigen, nächsten Abschnitt</translation>
    </message>
    <message>
        <source>Larger, smaller pictures</source>
        <translation>Größere, kleinere Bilder</translation>
    </message>
    <message>
        <source>Ctrl++, Ctrl+−</source>
        <translation>Strg++, Strg+−</translation>
    </message>
    <message>
        <source>To the chips, and between them</source>
        <translation>Zu den Chips und zwischen ihnen</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Links, Rechts</translation>
    </message>
    <message>
        <source>What can be done with it</source>
        <translation>Was damit möglich ist</translation>
    </message>
    <message>
        <source>With it or without it</source>
        <translation>Mit oder ohne</translation>
    </message>
    <message>
        <source>More or less weight</source>
        <translation>Mehr oder weniger Gewicht</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Auf, Ab</translation>
    </message>
    <message>
        <source>Frame it, or change its words</source>
        <translation>Ausschnitt wählen, oder Wörter ändern</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>One or the other</source>
        <translation>Das eine oder das andere</translation>
    </message>
    <message>
        <source>Just these words, in this order</source>
        <translation>Genau diese Wörter, in dieser Folge</translation>
    </message>
    <message>
        <source>Without it</source>
        <translation>Ohne dies</translation>
    </message>
    <message>
        <source>When it was taken</source>
        <translation>Wann aufgenommen</translation>
    </message>
    <message>
        <source>Where it was taken</source>
        <translation>Wo es aufgenommen wurde</translation>
    </message>
    <message>
        <source>With what, and where it is</source>
        <translation>Womit, und wo es liegt</translation>
    </message>
    <message>
        <source>How it was exposed</source>
        <translation>Wie es belichtet ist</translation>
    </message>
    <message>
        <source>Who is in it, and who took it</source>
        <translation>Wer darauf ist und wer es aufgenommen hat</translation>
    </message>
    <message>
        <source>How many stars</source>
        <translation>Wie viele Sterne</translation>
    </message>
    <message>
        <source>Picked photos, a color label</source>
        <translation>Markierte Fotos, ein Farbetikett</translation>
    </message>
    <message>
        <source>What kind of picture</source>
        <translation>Welche Art Bild</translation>
    </message>
    <message>
        <source>Zoom in, out, fit, actual size</source>
        <translation>Größer, kleiner, einpassen, Originalgröße</translation>
    </message>
    <message>
        <source>Rate the photo</source>
        <translation>Foto bewerten</translation>
    </message>
    <message>
        <source>Show less, more of your picture</source>
        <translation>Weniger, mehr von deinem Bild</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>Im Text</translation>
    </message>
    <message>
        <source>Find a key, or what it does</source>
        <translation>Eine Taste finden, oder was sie tut</translation>
    </message>
    <message>
        <source>Type near:Lisbon, or filter by place. By date, photos are grouped by the towns where they were taken. Nothing is looked up on the internet.</source>
        <translation>Gib near:Lissabon ein oder filtere nach Ort. Nach Datum geordnet stehen Fotos unter den Orten, an denen sie aufgenommen wurden. Nichts davon wird im Internet nachgeschlagen.</translation>
    </message>
    <message>
        <source>Finds copies and says how they differ. Judge them pair by pair, and move the ones you choose to the trash.</source>
        <translation>Findet Kopien und nennt den Grund. Beurteile sie Paar für Paar und verschiebe die gewählten in den Papierkorb.</translation>
    </message>
    <message>
        <source>PgUp, PgDown, arrows</source>
        <translation>Bild auf, Bild ab, Pfeile</translation>
    </message>
    <message>
        <source>Pick, reject, unflag them</source>
        <translation>Sie markieren, ablehnen, Markierung aufheben</translation>
    </message>
    <message>
        <source>Pick, reject, unflag it</source>
        <translation>Es markieren, ablehnen, Markierung aufheben</translation>
    </message>
    <message>
        <source>Previous, next photo</source>
        <translation>Voriges, nächstes Foto</translation>
    </message>
    <message>
        <source>Lines between matching points</source>
        <translation>Linien zwischen gleichen Punkten</translation>
    </message>
    <message>
        <source>Lay your picture over the photo</source>
        <translation>Dein Bild über das Foto legen</translation>
    </message>
    <message>
        <source>Details that photos are compared by</source>
        <translation>Details, an denen Fotos verglichen werden</translation>
    </message>
    <message>
        <source>Visual words that both share</source>
        <translation>Visuelle Wörter, die beide gemeinsam haben</translation>
    </message>
    <message>
        <source>Where your words were found</source>
        <translation>Wo deine Wörter gefunden wurden</translation>
    </message>
    <message>
        <source>Switch between photo and your picture</source>
        <translation>Zwischen Foto und deinem Bild wechseln</translation>
    </message>
    <message>
        <source>About the photo</source>
        <translation>Über das Foto</translation>
    </message>
    <message>
        <source>Move or size the frame</source>
        <translation>Rahmen verschieben oder ändern</translation>
    </message>
    <message>
        <source>Arrows, Shift+Arrows</source>
        <translation>Pfeile, Umschalt+Pfeile</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>In the search bar</source>
        <translation>In der Suchzeile</translation>
    </message>
    <message>
        <source>In the results</source>
        <translation>In den Ergebnissen</translation>
    </message>
    <message>
        <source>In a picture</source>
        <translation>In einem Bild</translation>
    </message>
    <message>
        <source>Same as system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>New, changed and moved photos are noticed while this library&apos;s window is open.</source>
        <translation>Neue, geänderte und verschobene Fotos werden bemerkt, solange das Fenster dieser Bibliothek offen ist.</translation>
    </message>
    <message>
        <source>Watch folders for changes</source>
        <translation>Ordner überwachen</translation>
    </message>
    <message>
        <source>Watch folders from login on</source>
        <translation>Ordner ab der Anmeldung überwachen</translation>
    </message>
    <message>
        <source>Read text in photos</source>
        <translation>Text in Fotos lesen</translation>
    </message>
    <message>
        <source>Show the lines between matching points</source>
        <translation>Linien zwischen gleichen Punkten zeigen</translation>
    </message>
    <message>
        <source>Tell me of new photos in albums</source>
        <translation>Neue Fotos in Alben melden</translation>
    </message>
    <message>
        <source>The login setting could not be changed: {reason}</source>
        <translation>Der Start bei der Anmeldung konnte nicht geändert werden: {reason}</translation>
    </message>
    <message>
        <source>From the next login on, a small program without a window follows this library&apos;s folders.</source>
        <translation>Ein kleines Programm ohne Fenster überwacht die Ordner dieser Bibliothek ab der nächsten Anmeldung.</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>Latein</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chinesisch</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japanisch</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>Kyrillisch</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griechisch</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Koreanisch</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Arabisch</translation>
    </message>
    <message>
        <source>Devanagari</source>
        <translation>Devanagari</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Thai</translation>
    </message>
    <message numerus="yes">
        <source>Finds signs, receipts and screenshots by their text. Reading this library takes about %Ln minute(s) in the background, and pauses while you work or run on battery.</source>
        <translation>
            <numerusform>Findet Schilder, Belege und Bildschirmfotos über ihren Text. Diese Bibliothek zu lesen dauert etwa %Ln Minute im Hintergrund und pausiert, während du arbeitest oder der Computer mit Akku läuft.</numerusform>
            <numerusform>Findet Schilder, Belege und Bildschirmfotos über ihren Text. Diese Bibliothek zu lesen dauert etwa %Ln Minuten im Hintergrund und pausiert, während du arbeitest oder der Computer mit Akku läuft.</numerusform>
        </translation>
    </message>
    <message>
        <source>Scripts: {scripts}.</source>
        <translation>Schriften: {scripts}.</translation>
    </message>
    <message>
        <source>Find people by their faces</source>
        <translation>Personen an ihren Gesichtern finden</translation>
    </message>
    <message>
        <source>When a photo is compared with your picture. The key L does the same.</source>
        <translation>Wenn ein Foto mit deinem Bild verglichen wird. Die Taste L tut dasselbe.</translation>
    </message>
    <message>
        <source>Shows a note when an album has new photos since you last opened it.</source>
        <translation>Zeigt einen Hinweis, wenn ein Album neue Fotos hat, seit du es zuletzt geöffnet hast.</translation>
    </message>
    <message>
        <source>Turns off animations. If the system asks for that, they are off anyway.</source>
        <translation>Schaltet Animationen aus. Wo das System es verlangt, sind sie ohnehin aus.</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Bewegung verringern</translation>
    </message>
    <message>
        <source>Ratings and keywords are kept in the library. Other programs read them from XMP sidecar files; the photos themselves are never changed.</source>
        <translation>Bewertungen und Schlagwörter werden in der Bibliothek gespeichert. Andere Programme lesen sie aus XMP-Dateien; die Fotos selbst werden nie verändert.</translation>
    </message>
    <message>
        <source>Also save ratings and keywords to XMP sidecar files</source>
        <translation>Bewertungen und Schlagwörter auch in XMP-Dateien speichern</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Seiten der Einstellungen</translation>
    </message>
    <message>
        <source>&amp;General</source>
        <translation>&amp;Allgemein</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modelle</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation>Gilt nach einem Neustart.</translation>
    </message>
    <message>
        <source>Photos side by side</source>
        <translation>Fotos nebeneinander</translation>
    </message>
    <message>
        <source>Photo {at} of {all}</source>
        <translation>Foto {at} von {all}</translation>
    </message>
    <message>
        <source>Stars and keywords</source>
        <translation>Sterne und Schlagwörter</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>Lage</translation>
    </message>
    <message>
        <source>Found at a second look: the details most like your picture’s are in this photo.</source>
        <translation>Auf den zweiten Blick gefunden: Die Einzelheiten, die deinem Bild am nächsten sind, sind in diesem Foto.</translation>
    </message>
    <message>
        <source>Found at a second look: a few points agreed, and led to the others.</source>
        <translation>Auf den zweiten Blick gefunden: Wenige Punkte stimmten überein und führten zu den anderen.</translation>
    </message>
    <message>
        <source>Found at a second look, with your picture mirrored.</source>
        <translation>Auf den zweiten Blick gefunden, mit deinem Bild gespiegelt.</translation>
    </message>
    <message>
        <source>Both pictures look the same all over.</source>
        <translation>Beide Bilder sehen überall gleich aus.</translation>
    </message>
    <message>
        <source>Found by a closer comparison of both files.</source>
        <translation>Durch einen genaueren Vergleich beider Dateien gefunden.</translation>
    </message>
    <message>
        <source>Found by searching again with the best matches.</source>
        <translation>Bei einer erneuten Suche mit den besten Treffern gefunden.</translation>
    </message>
    <message>
        <source>How much of your picture was found</source>
        <translation>Wie viel von deinem Bild gefunden wurde</translation>
    </message>
    <message>
        <source>Why this photo is here</source>
        <translation>Warum dieses Foto hier ist</translation>
    </message>
    <message>
        <source>Your picture</source>
        <translation>Dein Bild</translation>
    </message>
    <message>
        <source>The selected photo</source>
        <translation>Das ausgewählte Foto</translation>
    </message>
    <message>
        <source>What each of your words adds</source>
        <translation>Was jedes deiner Wörter beiträgt</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Select a photo to see why it is here.</source>
        <translation>Wähle ein Foto, um zu sehen, warum es hier ist.</translation>
    </message>
    <message>
        <source>Selected photo</source>
        <translation>Ausgewähltes Foto</translation>
    </message>
    <message>
        <source>The words were read in the other photo. The points around them agree in both.</source>
        <translation>Die Wörter wurden auf dem anderen Foto gelesen. Die Punkte um sie herum stimmen auf beiden überein.</translation>
    </message>
    <message>
        <source>Found by file name, folder or metadata, for some of your words.</source>
        <translation>Gefunden über Dateiname, Ordner oder Metadaten, für einige deiner Wörter.</translation>
    </message>
    <message>
        <source>Its file has the same contents as your picture.</source>
        <translation>Die Datei hat denselben Inhalt wie dein Bild.</translation>
    </message>
    <message>
        <source>The rest differs.</source>
        <translation>Der Rest ist anders.</translation>
    </message>
    <message>
        <source>No points agree. Compare both pictures to be sure.</source>
        <translation>Keine Punkte stimmen überein. Vergleiche beide Bilder, um sicher zu sein.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) agree. Compare both pictures to be sure.</source>
        <translation>
            <numerusform>%Ln Punkt stimmt überein. Vergleiche beide Bilder, um sicher zu sein.</numerusform>
            <numerusform>%Ln Punkte stimmen überein. Vergleiche beide Bilder, um sicher zu sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>Barely matches.</source>
        <translation>Passt kaum.</translation>
    </message>
    <message>
        <source>Rate and sort out</source>
        <translation>Bewerten und aussortieren</translation>
    </message>
    <message>
        <source>Stars, keywords and the trash work on a large photo too, with a strip of its neighbours. Undo brings photos back from the trash.</source>
        <translation>Sterne, Schlagwörter und Papierkorb gibt es auch am groß gezeigten Foto, mit einem Streifen der Fotos daneben. „Rückgängig“ holt Fotos aus dem Papierkorb zurück.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Two to four photos stand side by side and zoom together. Your picture can be wiped over a match.</source>
        <translation>Zwei bis vier Fotos stehen nebeneinander und werden zusammen vergrößert. Dein Bild lässt sich über einen Treffer schieben.</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>More like this, fewer like this</source>
        <translation>Mehr solche Fotos, weniger solche Fotos</translation>
    </message>
    <message>
        <source>Mark photos that are right or wrong, and the search learns what you are looking for.</source>
        <translation>Sag bei einzelnen Fotos, ob sie passen, und die Suche lernt, was du suchst.</translation>
    </message>
    <message>
        <source>Choose size, format and names, and a folder, a ZIP file or the clipboard.</source>
        <translation>Wähle Größe, Format und Namen, dazu einen Ordner, eine ZIP-Datei oder die Zwischenablage.</translation>
    </message>
    <message>
        <source>Four languages</source>
        <translation>Vier Sprachen</translation>
    </message>
    <message>
        <source>English, German, French and Italian: choose yours in the settings.</source>
        <translation>Englisch, Deutsch, Französisch und Italienisch: in den Einstellungen zu wählen.</translation>
    </message>
    <message>
        <source>All changes</source>
        <translation>Alle Änderungen (englisch)</translation>
    </message>
    <message>
        <source>Show your picture beside this photo (Enter)</source>
        <translation>Dein Bild neben diesem Foto zeigen (Eingabe)</translation>
    </message>
    <message>
        <source>Not confirmed</source>
        <translation>Nicht bestätigt</translation>
    </message>
    <message>
        <source>Found by file name, folder or metadata.</source>
        <translation>Gefunden über Dateiname, Ordner oder Metadaten.</translation>
    </message>
    <message>
        <source>Your picture itself does not confirm it. It is here because you marked it.</source>
        <translation>Dein Bild selbst bestätigt es nicht. Es ist hier, weil du es markiert hast.</translation>
    </message>
    <message>
        <source>Your picture itself does not confirm it: its points agree with those of two matches.</source>
        <translation>Dein Bild selbst bestätigt es nicht: Die Punkte stimmen mit denen von zwei Treffern überein.</translation>
    </message>
    <message>
        <source>Your picture itself does not confirm it: its points agree with those of a photo you marked.</source>
        <translation>Dein Bild selbst bestätigt es nicht: Die Punkte stimmen mit denen eines Fotos überein, das du markiert hast.</translation>
    </message>
    <message>
        <source>{share} of your picture is in this photo.</source>
        <translation>{share} deines Bildes sind in diesem Foto.</translation>
    </message>
    <message>
        <source>It is closer to your search than other photos are.</source>
        <translation>Es ist deiner Suche näher als andere Fotos.</translation>
    </message>
    <message>
        <source>It shares details with your picture, but too few points agree in place, size and angle.</source>
        <translation>Es hat Einzelheiten mit deinem Bild gemeinsam, aber zu wenige Punkte stimmen in Lage, Größe und Winkel überein.</translation>
    </message>
    <message>
        <source>Filmstrip</source>
        <translation>Filmstreifen</translation>
    </message>
    <message>
        <source>Fade</source>
        <translation>Überblenden</translation>
    </message>
    <message>
        <source>From the photo to your picture</source>
        <translation>Vom Foto zu deinem Bild</translation>
    </message>
    <message>
        <source>Wipe</source>
        <translation>Wischen</translation>
    </message>
    <message>
        <source>Your picture left of an edge, the photo to its right: drag the edge</source>
        <translation>Dein Bild links einer Kante, das Foto rechts: Ziehe die Kante</translation>
    </message>
    <message>
        <source>Black areas are the same in both</source>
        <translation>Schwarze Stellen sind in beiden gleich</translation>
    </message>
    <message>
        <source>Your picture beside the photo</source>
        <translation>Dein Bild neben dem Foto</translation>
    </message>
    <message>
        <source>The parts of the score</source>
        <translation>Die Teile der Wertung</translation>
    </message>
    <message>
        <source>Picture to compare with</source>
        <translation>Bild zum Vergleichen</translation>
    </message>
    <message>
        <source>Way to lay your picture over the photo</source>
        <translation>Wie dein Bild über dem Foto liegt</translation>
    </message>
    <message>
        <source>How much of your picture shows</source>
        <translation>Wie viel von deinem Bild zu sehen ist</translation>
    </message>
    <message>
        <source>How much of your picture shows ([ and ], or Space to switch)</source>
        <translation>Wie viel von deinem Bild zu sehen ist ([ und ], oder Leertaste zum Wechseln)</translation>
    </message>
    <message>
        <source>Mark what only one of the two pictures has</source>
        <translation>Markieren, was nur eines der beiden Bilder hat</translation>
    </message>
    <message>
        <source>Proof…</source>
        <translation>Beleg …</translation>
    </message>
    <message>
        <source>Save a page with both pictures, the points that agree, and checksums</source>
        <translation>Eine Seite mit beiden Bildern, den übereinstimmenden Punkten und Prüfsummen sichern</translation>
    </message>
    <message>
        <source>The position of your picture in this photo is unknown</source>
        <translation>Die Lage deines Bildes in diesem Foto ist nicht bekannt</translation>
    </message>
    <message>
        <source>No points agree</source>
        <translation>Keine Punkte stimmen überein</translation>
    </message>
    <message>
        <source>Lay your picture over the photo (O)</source>
        <translation>Dein Bild über das Foto legen (O)</translation>
    </message>
    <message>
        <source>Photos of the same thing first, then similar ones</source>
        <translation>Zuerst Fotos desselben Motivs, dann ähnliche</translation>
    </message>
    <message>
        <source>Photos of exactly this, however they are cropped</source>
        <translation>Fotos von genau diesem Motiv, egal wie beschnitten</translation>
    </message>
    <message>
        <source>Frame and search</source>
        <translation>Ausschnitt suchen</translation>
    </message>
    <message>
        <source>Search with a part of this photo</source>
        <translation>Mit einem Teil dieses Fotos suchen</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>More with this text</source>
        <translation>Mehr mit diesem Text</translation>
    </message>
    <message>
        <source>About this photo</source>
        <translation>Über dieses Foto</translation>
    </message>
    <message>
        <source>This photo</source>
        <translation>Dieses Foto</translation>
    </message>
    <message>
        <source>This is its thumbnail from the library.</source>
        <translation>Das ist sein Vorschaubild aus der Bibliothek.</translation>
    </message>
    <message>
        <source>Type words to see where they match in a photo</source>
        <translation>Gib Wörter ein, um zu sehen, wo sie in einem Foto passen</translation>
    </message>
    <message>
        <source>Search for the words “{words}” (Shift+T)</source>
        <translation>Nach den Wörtern „{words}“ suchen (Umschalt+T)</translation>
    </message>
    <message>
        <source>Visual details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Names and metadata</source>
        <translation>Namen und Metadaten</translation>
    </message>
    <message>
        <source>by visual details</source>
        <translation>nach Einzelheiten</translation>
    </message>
    <message>
        <source>by content</source>
        <translation>nach Inhalt</translation>
    </message>
    <message>
        <source>by names and metadata</source>
        <translation>nach Namen und Metadaten</translation>
    </message>
    <message>
        <source>In its file name: {text}</source>
        <translation>Im Dateinamen: {text}</translation>
    </message>
    <message>
        <source>In its folder: {text}</source>
        <translation>Im Ordner: {text}</translation>
    </message>
    <message>
        <source>In its title or caption: {text}</source>
        <translation>Im Titel oder in der Bildunterschrift: {text}</translation>
    </message>
    <message>
        <source>In its keywords or place: {text}</source>
        <translation>In den Schlagwörtern oder im Ort: {text}</translation>
    </message>
    <message>
        <source>In the name of its camera: {text}</source>
        <translation>Im Namen der Kamera: {text}</translation>
    </message>
    <message>
        <source>In the name of its lens: {text}</source>
        <translation>Im Namen des Objektivs: {text}</translation>
    </message>
    <message>
        <source>In its date: {text}</source>
        <translation>Im Datum: {text}</translation>
    </message>
    <message>
        <source>Written in the photo: {text}</source>
        <translation>Im Foto geschrieben: {text}</translation>
    </message>
    <message>
        <source>How much each of your words makes the photo stand out from your library: the score minus the score without the word. A word below zero speaks against the photo.</source>
        <translation>Wie sehr das Foto durch jedes deiner Wörter aus deiner Bibliothek heraussticht: der Wert abzüglich dessen ohne das Wort. Ein Wort unter null spricht gegen das Foto.</translation>
    </message>
    <message>
        <source>Details that pair one to one, in the same arrangement in both pictures. Eight are proof.</source>
        <translation>Einzelheiten, die eins zu eins zusammenpassen und in beiden Bildern gleich liegen. Acht sind ein Beweis.</translation>
    </message>
    <message>
        <source>How far the points are from where the outline puts them (median).</source>
        <translation>Wie weit die Punkte von ihrer Stelle laut Umriss entfernt sind (Median).</translation>
    </message>
    <message>
        <source>Pixels of this photo per pixel of your picture.</source>
        <translation>Pixel dieses Fotos je Pixel deines Bildes.</translation>
    </message>
    <message numerus="yes">
        <source>point(s) agree</source>
        <comment>under their number</comment>
        <translation>
            <numerusform>Punkt stimmt überein</numerusform>
            <numerusform>Punkte stimmen überein</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows {color}: {text}</source>
        <translation>Zeigt {color}: {text}</translation>
    </message>
    <message>
        <source>{text}, confirmed by you</source>
        <translation>{text}, von dir bestätigt</translation>
    </message>
    <message>
        <source>Each is closer to its partner than {ratio} times the distance to the next detail (NNDR).</source>
        <translation>Jedes liegt näher an seinem Gegenstück als das {ratio}-Fache des Abstands zum nächsten Detail (NNDR).</translation>
    </message>
    <message>
        <source>of your picture</source>
        <comment>under a percentage</comment>
        <translation>von deinem Bild</translation>
    </message>
    <message>
        <source>How much of your picture is in this photo.</source>
        <translation>Wie viel von deinem Bild in diesem Foto ist.</translation>
    </message>
    <message>
        <source>{distance} px</source>
        <translation>{distance} px</translation>
    </message>
    <message>
        <source>apart</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Your picture is turned clockwise in this photo.</source>
        <translation>Dein Bild ist in diesem Foto im Uhrzeigersinn gedreht.</translation>
    </message>
    <message>
        <source>Your picture is turned anticlockwise in this photo.</source>
        <translation>Dein Bild ist in diesem Foto gegen den Uhrzeigersinn gedreht.</translation>
    </message>
    <message>
        <source>turned</source>
        <translation>gedreht</translation>
    </message>
    <message>
        <source>in size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Your picture matches when it is mirrored.</source>
        <translation>Dein Bild stimmt überein, wenn man es spiegelt.</translation>
    </message>
    <message>
        <source>{engine}: place {rank} of its own list, score {score}.</source>
        <translation>{engine}: Platz {rank} der eigenen Liste, Wertung {score}.</translation>
    </message>
    <message>
        <source>More {word} than {share} of your photos</source>
        <translation>Mehr {word} als {share} deiner Fotos</translation>
    </message>
    <message>
        <source>Clearly shows {words}; less so {others}</source>
        <translation>Zeigt deutlich {words}, weniger {others}</translation>
    </message>
    <message>
        <source>Clearly shows {words}</source>
        <translation>Zeigt deutlich {words}</translation>
    </message>
    <message>
        <source>Less so {words}</source>
        <translation>Weniger {words}</translation>
    </message>
    <message>
        <source>Hardly shows {words}</source>
        <translation>Zeigt kaum {words}</translation>
    </message>
    <message>
        <source>Also shows {words}, which you left out</source>
        <translation>Zeigt auch {words}, was du ausgeschlossen hast</translation>
    </message>
    <message>
        <source>“{word}”</source>
        <translation>„{word}“</translation>
    </message>
    <message>
        <source>place {rank}, score {score}</source>
        <translation>Platz {rank}, Wertung {score}</translation>
    </message>
    <message>
        <source>turned {angle}° clockwise</source>
        <translation>{angle}° im Uhrzeigersinn gedreht</translation>
    </message>
    <message>
        <source>turned {angle}° anticlockwise</source>
        <translation>{angle}° gegen den Uhrzeigersinn gedreht</translation>
    </message>
    <message>
        <source>{factor} times the size</source>
        <translation>{factor}-mal so groß</translation>
    </message>
    <message>
        <source>upright, in its own size</source>
        <translation>aufrecht, in eigener Größe</translation>
    </message>
    <message>
        <source>1 picture has</source>
        <translation>1 Bild hat</translation>
    </message>
    <message>
        <source>: choose “Scan for changes”</source>
        <translation>: Wähle „Nach Änderungen suchen“</translation>
    </message>
    <message>
        <source>A backup inside the library would be lost with it. Name a file elsewhere.</source>
        <translation>Eine Sicherung in der Bibliothek ginge mit ihr verloren. Nenne eine Datei an einem anderen Ort.</translation>
    </message>
    <message>
        <source>A film is a .gif or .mp4 file, not {0}.</source>
        <translation>Ein Film ist eine Datei .gif oder .mp4, nicht {0}.</translation>
    </message>
    <message>
        <source>A keyword has 1 to {0} letters.</source>
        <translation>Ein Stichwort hat 1 bis {0} Zeichen.</translation>
    </message>
    <message>
        <source>A keyword has at most {0} characters.</source>
        <translation>Ein Schlagwort hat höchstens {0} Zeichen.</translation>
    </message>
    <message>
        <source>A label has at most {0} characters.</source>
        <translation>Ein Etikett hat höchstens {0} Zeichen.</translation>
    </message>
    <message>
        <source>A label has at most {0} letters.</source>
        <translation>Ein Etikett hat höchstens {0} Buchstaben.</translation>
    </message>
    <message>
        <source>A library on PostgreSQL needs a package that is not installed ({0}). {1}</source>
        <translation>Eine Bibliothek auf PostgreSQL braucht ein Paket, das hier fehlt ({0}). {1}</translation>
    </message>
    <message>
        <source>A library on a server cannot be moved. Index your folders into one with ?folder=DIR in its address.</source>
        <translation>Eine Bibliothek auf einem Server kann nicht verschoben werden. Indexiere deine Ordner in eine mit ?folder=ORDNER in ihrer Adresse.</translation>
    </message>
    <message>
        <source>A moment of a video has no sidecar: its marks are kept in the library.</source>
        <translation>Ein Moment eines Videos hat keine Begleitdatei: Seine Markierungen bleiben in der Bibliothek.</translation>
    </message>
    <message>
        <source>A name has at most {0} letters.</source>
        <translation>Ein Name hat höchstens {0} Buchstaben.</translation>
    </message>
    <message>
        <source>A newer version of cbir made this backup. Update cbir to restore it.</source>
        <translation>Diese Sicherung stammt von einer neueren Version von cbir. Aktualisiere cbir, um sie wiederherzustellen.</translation>
    </message>
    <message>
        <source>A newer version of cbir wrote the saved searches in {0}. Update cbir.</source>
        <translation>Eine neuere Version von cbir hat die gespeicherten Suchen in {0} geschrieben. Aktualisiere cbir.</translation>
    </message>
    <message>
        <source>A photo is not among the photos of this thing. Nothing was changed.</source>
        <translation>Ein Foto gehört nicht zu den Fotos dieses Motivs. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>A photo that was marked is no longer in the library: the search went on without it.</source>
        <translation>Ein markiertes Foto ist nicht mehr in der Bibliothek: Die Suche ging ohne es weiter.</translation>
    </message>
    <message>
        <source>A rating is 0 to {0}, or -1.</source>
        <translation>Eine Bewertung ist 0 bis {0} oder -1.</translation>
    </message>
    <message>
        <source>A region frames a part of a picture: send one, or name a photo.</source>
        <translation>Ein Ausschnitt rahmt einen Teil eines Bildes: Sende eins, oder nenne ein Foto.</translation>
    </message>
    <message>
        <source>A region needs a width and a height above 0: X,Y,W,H.</source>
        <translation>Ein Ausschnitt braucht eine Breite und eine Höhe über 0: X,Y,B,H.</translation>
    </message>
    <message>
        <source>A search gives {0} hits at most.</source>
        <translation>Eine Suche liefert höchstens {0} Treffer.</translation>
    </message>
    <message>
        <source>A text is longer than the model reads: its end was left out.</source>
        <translation>Ein Text ist länger, als das Modell liest: Das Ende wurde weggelassen.</translation>
    </message>
    <message>
        <source>A text is too long to be looked up in names and metadata: it was read as a description.</source>
        <translation>Ein Text ist zu lang für Namen und Metadaten: Er wurde als Beschreibung gelesen.</translation>
    </message>
    <message>
        <source>Add some with: “Add folder…” in the menu Library</source>
        <translation>Füge welche hinzu: „Ordner hinzufügen…“ im Menü Bibliothek</translation>
    </message>
    <message>
        <source>All finished photos are kept; run the same command again for the rest.</source>
        <translation>Alle fertigen Fotos bleiben; führe denselben Befehl für die übrigen noch einmal aus.</translation>
    </message>
    <message>
        <source>An area of the similarity map has 3 to {0} corners: {1}</source>
        <translation>Ein Bereich der Ähnlichkeitskarte hat 3 bis {0} Ecken: {1}</translation>
    </message>
    <message>
        <source>An encoder needs a name.</source>
        <translation>Ein Encoder braucht einen Namen.</translation>
    </message>
    <message>
        <source>An order is learned from at least {0} searches with a right photo, and there are {1}. Choose photos for more: Photo › For this search</source>
        <translation>Eine Reihenfolge wird aus mindestens {0} Suchen mit einem richtigen Foto gelernt, und es sind {1}. Wähle Fotos für weitere: Foto › Für diese Suche</translation>
    </message>
    <message>
        <source>Another process is learning words for the library {0}. Wait until it is done, or stop it; searching works meanwhile.</source>
        <translation>Ein anderer Prozess lernt gerade Wörter für die Bibliothek {0}. Warte, bis er fertig ist, oder halte ihn an; gesucht werden kann inzwischen.</translation>
    </message>
    <message>
        <source>Asking for the weights</source>
        <translation>Gewichte werden angefragt</translation>
    </message>
    <message>
        <source>Calibrating its sentences</source>
        <translation>Seine Sätze werden kalibriert</translation>
    </message>
    <message>
        <source>Choose one in the settings, under Models.</source>
        <translation>Wähle eines in den Einstellungen, unter Modelle.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”.</source>
        <translation>Wähle „Nach Änderungen suchen“.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”: it is made again.</source>
        <translation>Wähle „Nach Änderungen suchen“: Es wird neu gemacht.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”: {0} photos will be encoded again.</source>
        <translation>Wähle „Nach Änderungen suchen“: {0} Fotos werden neu codiert.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”: {0} photos will be read again.</source>
        <translation>Wähle „Nach Änderungen suchen“: {0} Fotos werden neu gelesen.</translation>
    </message>
    <message>
        <source>Collecting details</source>
        <translation>Sammelt Einzelheiten</translation>
    </message>
    <message>
        <source>Comparing on altered copies</source>
        <translation>Vergleicht an veränderten Kopien</translation>
    </message>
    <message>
        <source>Comparing this by content needs the photo&apos;s file, which has moved, or whose drive is disconnected.</source>
        <translation>Nach Inhalt zu vergleichen braucht die Datei des Fotos, die verschoben wurde oder deren Laufwerk nicht verbunden ist.</translation>
    </message>
    <message>
        <source>Copy the codebook {0} from a backup, or move the library away and index again.</source>
        <translation>Kopiere das Codebuch {0} aus einer Sicherung, oder lege die Bibliothek beiseite und indexiere neu.</translation>
    </message>
    <message>
        <source>Copy the file from a backup, or delete it.</source>
        <translation>Kopiere die Datei aus einer Sicherung, oder lösche sie.</translation>
    </message>
    <message>
        <source>Copying the model</source>
        <translation>Modell wird kopiert</translation>
    </message>
    <message>
        <source>Copying the towers</source>
        <translation>Türme werden kopiert</translation>
    </message>
    <message>
        <source>Downloading the tokenizer</source>
        <translation>Tokenizer wird geladen</translation>
    </message>
    <message>
        <source>Downloading the weights</source>
        <translation>Gewichte werden geladen</translation>
    </message>
    <message>
        <source>Each worker that tried to read it crashed.</source>
        <translation>Jeder Worker, der sie lesen wollte, ist abgestürzt.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>Faces can be blurred only in photos of a library on this computer.</source>
        <translation>Gesichter lassen sich nur in Fotos einer Bibliothek auf diesem Computer unkenntlich machen.</translation>
    </message>
    <message>
        <source>Faces were not looked for in this photo yet, so none can be blurred. Try again later.</source>
        <translation>In diesem Foto wurde noch nicht nach Gesichtern gesucht, deshalb kann keines unkenntlich gemacht werden. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>Give NNDR a ratio above 0 and at most 1.</source>
        <translation>NNDR braucht ein Verhältnis über 0 und höchstens 1.</translation>
    </message>
    <message>
        <source>Give a term a weight from 0 to {0}.</source>
        <translation>Gib einem Begriff ein Gewicht von 0 bis {0}.</translation>
    </message>
    <message>
        <source>Give at least one picture or word to search for; subtracting alone finds nothing.</source>
        <translation>Nenne mindestens ein Bild oder Wort, nach dem gesucht wird; Ausschließen allein findet nichts.</translation>
    </message>
    <message>
        <source>Give k1 a number from 0 on, and b one from 0 to 1.</source>
        <translation>Gib k1 eine Zahl ab 0 und b eine von 0 bis 1.</translation>
    </message>
    <message>
        <source>Give the name of the person.</source>
        <translation>Gib den Namen der Person an.</translation>
    </message>
    <message>
        <source>Giving photos the new words</source>
        <translation>Gibt den Fotos die neuen Wörter</translation>
    </message>
    <message>
        <source>Importing {0} makes its weights ready for this machine.</source>
        <translation>{0} wird importiert: Die Gewichte werden für diesen Computer vorbereitet.</translation>
    </message>
    <message>
        <source>Index your folders again: “Scan for changes”</source>
        <translation>Indexiere deine Ordner neu: „Nach Änderungen suchen“</translation>
    </message>
    <message>
        <source>Install a model to search by content: in the settings, under Models.</source>
        <translation>Installiere ein Modell, um nach Inhalt zu suchen: in den Einstellungen unter Modelle.</translation>
    </message>
    <message>
        <source>Install cbir again.</source>
        <translation>Installiere cbir neu.</translation>
    </message>
    <message>
        <source>Install it again: `pip install --force-reinstall &quot;cbir[{0}]&quot;`.</source>
        <translation>Installiere es neu: `pip install --force-reinstall &quot;cbir[{0}]&quot;`.</translation>
    </message>
    <message>
        <source>Install it: `pip install &quot;cbir[{0}]&quot;`.</source>
        <translation>Installiere es: `pip install &quot;cbir[{0}]&quot;`.</translation>
    </message>
    <message>
        <source>Installing {0} needs {1} GB in {2}, and {3} GB are free.</source>
        <translation>{0} braucht {1} GB in {2}, und {3} GB sind frei.</translation>
    </message>
    <message>
        <source>Internal error. The service&apos;s administrator can find it in the log.</source>
        <translation>Interner Fehler. Die Administration des Dienstes findet ihn im Protokoll.</translation>
    </message>
    <message>
        <source>Is not read: the package rawpy is not installed (pip install rawpy).</source>
        <translation>Wird nicht gelesen: Das Paket rawpy ist nicht installiert (pip install rawpy).</translation>
    </message>
    <message>
        <source>Is not there: sentences search names and metadata only, until a model is installed.</source>
        <translation>Fehlt: Sätze suchen nur in Namen und Metadaten, bis ein Modell installiert ist.</translation>
    </message>
    <message>
        <source>Is read, by rawpy {0}.</source>
        <translation>Wird gelesen, mit rawpy {0}.</translation>
    </message>
    <message>
        <source>Is read.</source>
        <translation>Wird gelesen.</translation>
    </message>
    <message>
        <source>Is used through {0}.</source>
        <translation>Wird über {0} genutzt.</translation>
    </message>
    <message>
        <source>It cannot be moved back, and stays in the trash ({0}).</source>
        <translation>Es kann nicht zurückgelegt werden und bleibt im Papierkorb ({0}).</translation>
    </message>
    <message>
        <source>It cannot be moved to the trash, and stays ({0}).</source>
        <translation>Es kann nicht in den Papierkorb gelegt werden und bleibt ({0}).</translation>
    </message>
    <message>
        <source>It comes with the program and was copied from there again.</source>
        <translation>Es gehört zum Programm und wurde von dort wieder kopiert.</translation>
    </message>
    <message>
        <source>It could not be decoded ({0}: {1}).</source>
        <translation>Es konnte nicht decodiert werden ({0}: {1}).</translation>
    </message>
    <message>
        <source>It does not find the nearest vectors.</source>
        <translation>Es findet nicht die nächsten Vektoren.</translation>
    </message>
    <message>
        <source>It found {1} of {0} trial photos by a sentence: its weights may be the wrong ones.</source>
        <translation>Es fand {1} von {0} Probefotos über einen Satz: Vielleicht sind es die falschen Gewichte.</translation>
    </message>
    <message>
        <source>It is a device, a pipe or a socket, not a file.</source>
        <translation>Das ist ein Gerät, eine Pipe oder ein Socket, keine Datei.</translation>
    </message>
    <message>
        <source>It is a link to {0}, which is now in the trash.</source>
        <translation>Es ist eine Verknüpfung mit {0}, das jetzt im Papierkorb liegt.</translation>
    </message>
    <message>
        <source>It is a moment of the video {0}. Delete the video to remove it.</source>
        <translation>Es ist ein Moment des Videos {0}. Lösche das Video, um ihn zu entfernen.</translation>
    </message>
    <message>
        <source>It is a separate photo, and stays.</source>
        <translation>Es ist ein eigenes Foto und bleibt.</translation>
    </message>
    <message>
        <source>It is no longer in the trash.</source>
        <translation>Es ist nicht mehr im Papierkorb.</translation>
    </message>
    <message>
        <source>It is one item with {0}, and is in the trash too.</source>
        <translation>Sie gehört zu {0} und ist auch im Papierkorb.</translation>
    </message>
    <message>
        <source>It takes a photo of a rocket for &quot;a cat&quot;.</source>
        <translation>Es hält das Foto einer Rakete für „a cat“.</translation>
    </message>
    <message>
        <source>It took more than {0} s of computing and was stopped.</source>
        <translation>Es brauchte mehr als {0} s Rechenzeit und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>Es wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Its drive is not connected, so it was not compared.</source>
        <translation>Das Laufwerk ist nicht verbunden, daher wurde es nicht verglichen.</translation>
    </message>
    <message>
        <source>Its drive is not connected. Connect it and try again.</source>
        <translation>Das Laufwerk ist nicht verbunden. Verbinde es und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Its drive is read-only, and it stays.</source>
        <translation>Sein Laufwerk ist schreibgeschützt, also bleibt es.</translation>
    </message>
    <message>
        <source>Its folder cannot be written to, so it stays: the drive or the folder is read-only.</source>
        <translation>In seinen Ordner kann nicht geschrieben werden, also bleibt es: Laufwerk oder Ordner sind schreibgeschützt.</translation>
    </message>
    <message>
        <source>Its sidecar cannot be written: {0}.</source>
        <translation>Die XMP-Datei kann nicht geschrieben werden: {0}.</translation>
    </message>
    <message>
        <source>Its sidecar was left as it is: {0}.</source>
        <translation>Die XMP-Datei blieb, wie sie war: {0}.</translation>
    </message>
    <message>
        <source>Learning words</source>
        <translation>Lernt Wörter</translation>
    </message>
    <message>
        <source>Make the library writable and choose: “Check the library…” in the menu Library</source>
        <translation>Mache die Bibliothek beschreibbar und wähle „Bibliothek prüfen…“ im Menü Bibliothek</translation>
    </message>
    <message>
        <source>Make the library writable, and it is written again.</source>
        <translation>Mache die Bibliothek beschreibbar, dann wird es neu geschrieben.</translation>
    </message>
    <message>
        <source>Making the model ready for this machine</source>
        <translation>Modell wird für diesen Computer vorbereitet</translation>
    </message>
    <message>
        <source>Missing or damaged: {0}.</source>
        <translation>Fehlt oder ist beschädigt: {0}.</translation>
    </message>
    <message>
        <source>Models are compared by searches with a single text or picture. None was judged yet.</source>
        <translation>Modelle werden an Suchen mit einem einzigen Text oder Bild verglichen. Noch wurde keine beurteilt.</translation>
    </message>
    <message>
        <source>Name a folder by words of its name, such as in:holidays. Paths are not looked up here.</source>
        <translation>Nenne einen Ordner mit Wörtern seines Namens, etwa in:ferien. Pfade werden hier nicht nachgeschlagen.</translation>
    </message>
    <message>
        <source>Name a folder by words of its name. Paths are not looked up here.</source>
        <translation>Nenne einen Ordner mit Wörtern seines Namens. Pfade werden hier nicht nachgeschlagen.</translation>
    </message>
    <message>
        <source>Name at least one folder of photos to index.</source>
        <translation>Nenne mindestens einen Ordner mit Fotos.</translation>
    </message>
    <message>
        <source>Neither the towers nor the folder&apos;s configuration say {0}.</source>
        <translation>Weder die Türme noch die Konfiguration im Ordner sagen {0}.</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found. Everything runs on the processor.</source>
        <translation>Kein NVIDIA-Treiber gefunden. Alles läuft auf dem Prozessor.</translation>
    </message>
    <message>
        <source>No graphics card that CUDA can use was found. The search ran on the processor.</source>
        <translation>Keine Grafikkarte gefunden, die CUDA nutzen kann. Gesucht wurde auf dem Prozessor.</translation>
    </message>
    <message>
        <source>No keyword has {0} photos yet: give some to photos of the same person, pet or place first.</source>
        <translation>Noch kein Schlagwort hat {0} Fotos: Gib es zuerst einigen Fotos derselben Person, desselben Tiers oder Ortes.</translation>
    </message>
    <message>
        <source>No model called {0} is offered. The settings show, under Models, those that are.</source>
        <translation>Ein Modell namens {0} wird nicht angeboten. Die Einstellungen zeigen unter Modelle, welche es gibt.</translation>
    </message>
    <message>
        <source>No order was learned yet. Learn one first: {0}</source>
        <translation>Es wurde noch keine Reihenfolge gelernt. Zuerst lernen: {0}</translation>
    </message>
    <message>
        <source>No photos have {0}, so “{1}” was searched for.</source>
        <translation>Kein Foto hat {0}, daher wurde nach „{1}“ gesucht.</translation>
    </message>
    <message>
        <source>No photos match “{0}”, so the search was widened to {1}.</source>
        <translation>Zu „{0}“ passt kein Foto, daher wurde die Suche auf {1} erweitert.</translation>
    </message>
    <message>
        <source>No picture of the video can be decoded: it is damaged, or of a kind that cannot be read.</source>
        <translation>Kein Bild des Videos lässt sich dekodieren: Es ist beschädigt oder von einer Art, die nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>No worker is left at {0}. Start one with `dask worker {1}` on a computer that has cbir {2}. {3}</source>
        <translation>Bei {0} ist kein Worker mehr. Starte einen mit `dask worker {1}` auf einem Computer, der cbir {2} hat. {3}</translation>
    </message>
    <message>
        <source>None of the library&apos;s folders is there now. Plug in their drives and try again.</source>
        <translation>Keiner der Ordner der Bibliothek ist gerade da. Schließe ihre Laufwerke an und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>None of the photos can be read: there is nothing to show.</source>
        <translation>Keines der Fotos kann gelesen werden: Es gibt nichts zu zeigen.</translation>
    </message>
    <message>
        <source>Not understood: “{0}”. The model {1} does not know its script.</source>
        <translation>Nicht verstanden: „{0}“. Das Modell {1} kennt diese Schrift nicht.</translation>
    </message>
    <message>
        <source>Only a description can be looked for in parts of a photo. Search with words for what it shows.</source>
        <translation>Nur eine Beschreibung kann in Teilen eines Fotos gesucht werden. Suche mit Worten nach dem, was es zeigt.</translation>
    </message>
    <message>
        <source>Only {0} features were found in a photo that has hundreds.</source>
        <translation>Nur {0} Merkmale in einem Foto gefunden, das Hunderte hat.</translation>
    </message>
    <message>
        <source>People is off in this library, so no face can be blurred. Switch it on first.</source>
        <translation>Personen ist in dieser Bibliothek aus, deshalb kann kein Gesicht unkenntlich gemacht werden. Schalte es zuerst ein.</translation>
    </message>
    <message>
        <source>Permission to move it was denied, and it stays.</source>
        <translation>Das Verschieben ist nicht erlaubt, also bleibt es.</translation>
    </message>
    <message>
        <source>Permission to read the file was denied.</source>
        <translation>Das Lesen der Datei ist nicht erlaubt.</translation>
    </message>
    <message>
        <source>Photos can be left out of a search with pictures only.</source>
        <translation>Fotos lassen sich nur bei einer Suche mit Bildern auslassen.</translation>
    </message>
    <message>
        <source>Photos on drives that are not connected could not be compared more closely: {0}.</source>
        <translation>Fotos auf nicht verbundenen Laufwerken konnten nicht genauer verglichen werden: {0}.</translation>
    </message>
    <message>
        <source>Photos that may be related cannot be opened now. Have they moved, or is their drive not connected?</source>
        <translation>Fotos, die verwandt sein können, lassen sich jetzt nicht öffnen. Wurden sie verschoben, oder ist ihr Laufwerk nicht angeschlossen?</translation>
    </message>
    <message>
        <source>Plug in the drive of the photos, then choose: “Check the library…” in the menu Library and there “Check thoroughly”</source>
        <translation>Schließe das Laufwerk der Fotos an und wähle „Bibliothek prüfen…“ im Menü Bibliothek und dort „Gründlich prüfen“</translation>
    </message>
    <message>
        <source>PostgreSQL and Dask are used by programs that import cbir.cluster, and this one does not.</source>
        <translation>PostgreSQL und Dask nutzen Programme, die cbir.cluster importieren; dieses tut es nicht.</translation>
    </message>
    <message>
        <source>Putting the new words in place</source>
        <translation>Setzt die neuen Wörter ein</translation>
    </message>
    <message>
        <source>PySide6 is not installed: there is no window, and the commands work without it.</source>
        <translation>PySide6 ist nicht installiert: Es gibt kein Fenster, und die Befehle gehen ohne.</translation>
    </message>
    <message>
        <source>Read in English: {0}.</source>
        <translation>Auf Englisch gelesen: {0}.</translation>
    </message>
    <message>
        <source>Reading JPEG XL pictures needs the package pillow-jxl-plugin, which is not installed (pip install pillow-jxl-plugin).</source>
        <translation>JPEG-XL-Bilder brauchen das Paket pillow-jxl-plugin, das nicht installiert ist (pip install pillow-jxl-plugin).</translation>
    </message>
    <message>
        <source>Reading camera raw files needs the package rawpy, which is not installed (pip install rawpy).</source>
        <translation>Kamera-Raw-Dateien brauchen das Paket rawpy, das nicht installiert ist (pip install rawpy).</translation>
    </message>
    <message>
        <source>Reading the folder</source>
        <translation>Ordner wird gelesen</translation>
    </message>
    <message>
        <source>Reading the weights</source>
        <translation>Gewichte werden gelesen</translation>
    </message>
    <message>
        <source>Restore the library from a backup to have it again.</source>
        <translation>Stelle die Bibliothek aus einer Sicherung wieder her, um sie wieder zu haben.</translation>
    </message>
    <message>
        <source>Restore the library from a backup with the command cbir library restore, or move its folder away and index your folders again.</source>
        <translation>Stelle die Bibliothek mit dem Befehl cbir library restore aus einer Sicherung wieder her, oder lege ihren Ordner beiseite und indexiere deine Ordner neu.</translation>
    </message>
    <message>
        <source>Restore the library from a backup with the command cbir library restore. Without one, use the command cbir library rebuild, which reads every photo again; then look through your ratings and keywords.</source>
        <translation>Stelle die Bibliothek mit dem Befehl cbir library restore aus einer Sicherung wieder her. Ohne Sicherung nimm den Befehl cbir library rebuild, der jedes Foto neu liest; sieh dann deine Bewertungen und Schlagwörter durch.</translation>
    </message>
    <message>
        <source>Restore the library from a backup, or move its folder away and index your folders again.</source>
        <translation>Stelle die Bibliothek aus einer Sicherung wieder her, oder lege ihren Ordner beiseite und indexiere deine Ordner neu.</translation>
    </message>
    <message>
        <source>Search for something first: a photo is right or wrong for a search.</source>
        <translation>Suche zuerst etwas: Ein Foto ist richtig oder falsch für eine Suche.</translation>
    </message>
    <message>
        <source>Searched for &quot;{0}&quot; instead of &quot;{1}&quot;. To search for exactly that, use quotation marks.</source>
        <translation>Gesucht wurde nach „{0}“ statt „{1}“. In Anführungszeichen wird genau danach gesucht.</translation>
    </message>
    <message>
        <source>Send a token: the header Authorization: Bearer TOKEN.</source>
        <translation>Sende ein Token: den Header Authorization: Bearer TOKEN.</translation>
    </message>
    <message>
        <source>Send the picture&apos;s bytes alone as the body, as curl --data-binary does.</source>
        <translation>Sende allein die Bytes des Bildes als Inhalt, wie es curl --data-binary tut.</translation>
    </message>
    <message>
        <source>Some photos cannot be found by typing yet: {0} The next index tries them again.</source>
        <translation>Einige Fotos sind noch nicht durch Schreiben zu finden: {0} Der nächste Lauf versucht es wieder.</translation>
    </message>
    <message>
        <source>Some photos have no new words yet. The old words stay; learn the new ones again.</source>
        <translation>Einige Fotos haben noch keine neuen Wörter. Die alten bleiben; lerne die neuen noch einmal.</translation>
    </message>
    <message>
        <source>Somebody is called {0} already: number {1}. Merge the two if they are one person, or say that this is another one.</source>
        <translation>{0} heißt schon jemand: Nummer {1}. Verbinde die beiden, wenn es dieselbe Person ist, oder sag, dass es eine andere ist.</translation>
    </message>
    <message>
        <source>Something went wrong inside the program ({0}: {1}).</source>
        <translation>Im Programm ist etwas schiefgegangen ({0}: {1}).</translation>
    </message>
    <message>
        <source>The Dask scheduler at {0} cannot be reached ({1}). Start it with `dask scheduler`, or index without --workers.</source>
        <translation>Der Dask-Scheduler unter {0} ist nicht erreichbar ({1}). Starte ihn mit `dask scheduler`, oder indexiere ohne --workers.</translation>
    </message>
    <message>
        <source>The Dask scheduler at {0} has no workers. Start some, each with `dask worker {1}`.</source>
        <translation>Der Dask-Scheduler unter {0} hat keine Worker. Starte welche, jeden mit `dask worker {1}`.</translation>
    </message>
    <message>
        <source>The GPU cannot run the model now.</source>
        <translation>Die GPU kann das Modell jetzt nicht ausführen.</translation>
    </message>
    <message>
        <source>The GPU has no free memory for the model.</source>
        <translation>Die GPU hat keinen freien Speicher für das Modell.</translation>
    </message>
    <message>
        <source>The JPEG file is damaged: it ends within its header.</source>
        <translation>Die JPEG-Datei ist beschädigt: Sie endet im Kopf.</translation>
    </message>
    <message>
        <source>The body is empty. Send the bytes of a picture.</source>
        <translation>Der Inhalt ist leer. Sende die Bytes eines Bildes.</translation>
    </message>
    <message>
        <source>The building of the index of details was stopped. Searches work without it.</source>
        <translation>Das Erstellen des Detail-Index wurde angehalten. Die Suche funktioniert auch ohne ihn.</translation>
    </message>
    <message>
        <source>The building of the vector index was stopped. Searches work without it.</source>
        <translation>Der Bau des Vektorindex wurde angehalten. Gesucht werden kann ohne ihn.</translation>
    </message>
    <message>
        <source>The catalog contradicts itself: {0}.</source>
        <translation>Der Katalog widerspricht sich: {0}.</translation>
    </message>
    <message>
        <source>The catalog of the library {0} cannot be used ({1}). Restore the library from a backup with the command cbir library restore, or move its folder away and index your folders again; your photos are not affected.</source>
        <translation>Der Katalog der Bibliothek {0} kann nicht verwendet werden ({1}). Stelle die Bibliothek mit dem Befehl cbir library restore aus einer Sicherung wieder her, oder lege ihren Ordner beiseite und indexiere deine Ordner neu; deine Fotos sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The catalog {0} is damaged: {1}{2}.</source>
        <translation>Der Katalog {0} ist beschädigt: {1}{2}.</translation>
    </message>
    <message>
        <source>The certificate of {0} is not valid here: {1}. Nothing was sent.</source>
        <translation>Das Zertifikat von {0} ist hier nicht gültig: {1}. Nichts wurde gesendet.</translation>
    </message>
    <message>
        <source>The checksums of the catalog in {0} were damaged.</source>
        <translation>Die Prüfsummen des Katalogs in {0} waren beschädigt.</translation>
    </message>
    <message>
        <source>The codebook has {0} words under {1} centroids.</source>
        <translation>Das Codebuch hat {0} Wörter unter {1} Zentren.</translation>
    </message>
    <message>
        <source>The codebook {0} cannot be used. {1}</source>
        <translation>Das Codebuch {0} kann nicht verwendet werden. {1}</translation>
    </message>
    <message>
        <source>The codebook {0} has format {1}; this program reads format {2}.</source>
        <translation>Das Codebuch {0} hat Format {1}; dieses Programm liest Format {2}.</translation>
    </message>
    <message>
        <source>The codebook {0} is another one: {1}.</source>
        <translation>Das Codebuch {0} ist ein anderes: {1}.</translation>
    </message>
    <message>
        <source>The codebook {0} is damaged ({1}).</source>
        <translation>Das Codebuch {0} ist beschädigt ({1}).</translation>
    </message>
    <message>
        <source>The codebook {0} is damaged: its content does not fit its checksum.</source>
        <translation>Das Codebuch {0} ist beschädigt: Inhalt und Prüfsumme passen nicht zusammen.</translation>
    </message>
    <message>
        <source>The codebook&apos;s {0} are not all finite numbers.</source>
        <translation>Im Codebuch sind {0} nicht alle endliche Zahlen.</translation>
    </message>
    <message>
        <source>The codebook&apos;s {0} are {1} {2}.</source>
        <translation>Im Codebuch sind {0} {1} {2}.</translation>
    </message>
    <message>
        <source>The colors of {0} of {1} photos are not known yet. They are being added in the background.</source>
        <translation>Die Farben von {0} von {1} Fotos sind noch nicht bekannt. Sie werden im Hintergrund ergänzt.</translation>
    </message>
    <message>
        <source>The decoder crashed on this file.</source>
        <translation>Der Decoder ist an dieser Datei abgestürzt.</translation>
    </message>
    <message>
        <source>The decoder was ended by the system, probably for lack of memory.</source>
        <translation>Das System hat den Decoder beendet, wohl weil der Speicher nicht reichte.</translation>
    </message>
    <message>
        <source>The details of a library on a server cannot be compared as a whole.</source>
        <translation>Die Details einer Bibliothek auf einem Server lassen sich nicht als Ganzes vergleichen.</translation>
    </message>
    <message>
        <source>The details of the whole library cannot be compared: there is no index of them. Make one with: {0}</source>
        <translation>Die Details der ganzen Bibliothek lassen sich nicht vergleichen: Es gibt keinen Index davon. Erstellen mit: {0}</translation>
    </message>
    <message>
        <source>The disk of {0} is full ({1}). Make room there, and run the same command again: nothing is lost.</source>
        <translation>Der Datenträger von {0} ist voll ({1}). Schaffe dort Platz und führe denselben Befehl noch einmal aus: Nichts ist verloren.</translation>
    </message>
    <message>
        <source>The disk reported an error while the file was read.</source>
        <translation>Das Laufwerk meldete beim Lesen der Datei einen Fehler.</translation>
    </message>
    <message>
        <source>The disk that holds the library {0} reported an error ({1}). Photos indexed so far are kept. Check the disk, then choose: “Check the library…” in the menu Library and there “Check thoroughly”</source>
        <translation>Das Laufwerk der Bibliothek {0} meldete einen Fehler ({1}). Was indexiert ist, bleibt. Prüfe das Laufwerk und wähle „Bibliothek prüfen…“ im Menü Bibliothek und dort „Gründlich prüfen“</translation>
    </message>
    <message>
        <source>The disk that holds {0} is full. Free some space and try again; what was done so far is kept.</source>
        <translation>Der Datenträger mit {0} ist voll. Schaffe Platz und versuche es noch einmal; was bisher getan wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The disk that holds {0} is full. Free some space; nothing was changed.</source>
        <translation>Der Datenträger mit {0} ist voll. Schaffe Platz; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>The distance ~{0} cannot be read. Write near:{1}~20km, ~500m or ~5mi, for example.</source>
        <translation>Die Entfernung ~{0} ist nicht lesbar. Schreibe zum Beispiel near:{1}~20km, ~500m oder ~5mi.</translation>
    </message>
    <message>
        <source>The drive of {0} does not answer. Is it connected?</source>
        <translation>Das Laufwerk von {0} antwortet nicht. Ist es verbunden?</translation>
    </message>
    <message>
        <source>The encoder {0} needs two functions, pictures and texts.</source>
        <translation>Der Encoder {0} braucht zwei Funktionen, pictures und texts.</translation>
    </message>
    <message>
        <source>The encoder {0} returned an array of shape {1} for {2} inputs. It must be ({2}, d).</source>
        <translation>Der Encoder {0} hat für {2} Eingaben ein Array der Form {1} geliefert. Sie muss ({2}, d) sein.</translation>
    </message>
    <message>
        <source>The encoder {0} returned numbers that are not finite for a text.</source>
        <translation>Der Encoder {0} hat für einen Text Zahlen geliefert, die nicht endlich sind.</translation>
    </message>
    <message>
        <source>The encoder {0} returned vectors of {1} numbers. Those of its texts have {2}.</source>
        <translation>Der Encoder {0} hat Vektoren von {1} Zahlen geliefert. Die seiner Texte haben {2}.</translation>
    </message>
    <message>
        <source>The engine does not know the request {0}.</source>
        <translation>Die Suche kennt die Anfrage {0} nicht.</translation>
    </message>
    <message>
        <source>The faces are removed, but another program is still reading the library, so traces may be left in its log. Close it, and erase again.</source>
        <translation>Die Gesichter sind entfernt, aber ein anderes Programm liest die Bibliothek noch, sodass in ihrem Protokoll Spuren bleiben können. Schließe es, und lösche noch einmal.</translation>
    </message>
    <message>
        <source>The file cannot be read: {0}.</source>
        <translation>Die Datei kann nicht gelesen werden: {0}.</translation>
    </message>
    <message>
        <source>The file changed while it was being indexed.</source>
        <translation>Die Datei hat sich beim Indexieren geändert.</translation>
    </message>
    <message>
        <source>The file could not be read. Try again later.</source>
        <translation>Die Datei konnte nicht gelesen werden. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>The file could not be read: {0}.</source>
        <translation>Die Datei konnte nicht gelesen werden: {0}.</translation>
    </message>
    <message>
        <source>The file has changed since it was indexed, and stays. Choose “Scan for changes” first.</source>
        <translation>Die Datei hat sich seit dem Indexieren geändert und bleibt. Wähle zuerst „Nach Änderungen suchen“.</translation>
    </message>
    <message>
        <source>The file has changed since it was indexed. Index its folder again.</source>
        <translation>Die Datei hat sich geändert, seit sie indexiert wurde. Indexiere ihren Ordner neu.</translation>
    </message>
    <message>
        <source>The file has no picture, only sound.</source>
        <translation>Die Datei hat kein Bild, nur Ton.</translation>
    </message>
    <message>
        <source>The file is called {0} now. Copy {1} from a backup if you have one.</source>
        <translation>Die Datei heißt jetzt {0}. Kopiere {1} aus einer Sicherung, wenn du eine hast.</translation>
    </message>
    <message>
        <source>The file is damaged: only {0} % of the picture is there.</source>
        <translation>Die Datei ist beschädigt: Nur {0} % des Bildes sind da.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Die Datei ist leer.</translation>
    </message>
    <message>
        <source>The file is larger than {0} GB.</source>
        <translation>Die Datei ist größer als {0} GB.</translation>
    </message>
    <message>
        <source>The file is not there now, so no sidecar was written beside it.</source>
        <translation>Die Datei ist gerade nicht da, daher wurde keine XMP-Datei daneben geschrieben.</translation>
    </message>
    <message>
        <source>The file is not there now.</source>
        <translation>Die Datei ist gerade nicht da.</translation>
    </message>
    <message>
        <source>The file system of {0} cannot lock files, so that a library there could be damaged. Choose a folder on another drive with --library.</source>
        <translation>Das Dateisystem von {0} kann Dateien nicht sperren, sodass eine Bibliothek dort Schaden nehmen könnte. Wähle mit --library einen Ordner auf einem anderen Laufwerk.</translation>
    </message>
    <message>
        <source>The file {0} cannot be read (it does not name a format).</source>
        <translation>Die Datei {0} kann nicht gelesen werden (sie nennt kein Format).</translation>
    </message>
    <message>
        <source>The file {0} cannot be read ({1}).</source>
        <translation>Die Datei {0} kann nicht gelesen werden ({1}).</translation>
    </message>
    <message>
        <source>The file {0} is missing.</source>
        <translation>Die Datei {0} fehlt.</translation>
    </message>
    <message>
        <source>The file&apos;s content is not a picture of a known format.</source>
        <translation>Der Inhalt der Datei ist kein Bild in einem bekannten Format.</translation>
    </message>
    <message>
        <source>The film was cancelled.</source>
        <translation>Der Film wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The folder cannot be read: its drive does not answer.</source>
        <translation>Der Ordner kann nicht gelesen werden: Sein Laufwerk antwortet nicht.</translation>
    </message>
    <message>
        <source>The folder cannot be read: {0}.</source>
        <translation>Der Ordner kann nicht gelesen werden: {0}.</translation>
    </message>
    <message>
        <source>The folder of the models, {0}, cannot be written to: {1}.</source>
        <translation>In den Ordner der Modelle, {0}, kann nicht geschrieben werden: {1}.</translation>
    </message>
    <message>
        <source>The folder {0} cannot be read: {1}.</source>
        <translation>Der Ordner {0} kann nicht gelesen werden: {1}.</translation>
    </message>
    <message>
        <source>The folder {0} does not exist. Is its drive connected?</source>
        <translation>Den Ordner {0} gibt es nicht. Ist sein Laufwerk verbunden?</translation>
    </message>
    <message>
        <source>The folder {0} is at {1} now: its photos were kept.</source>
        <translation>Der Ordner {0} ist jetzt bei {1}: Seine Fotos wurden behalten.</translation>
    </message>
    <message>
        <source>The graphics card {0}. The search ran on the processor.</source>
        <translation>Die Grafikkarte {0}. Gesucht wurde auf dem Prozessor.</translation>
    </message>
    <message>
        <source>The hub refused to give {0} (HTTP {1}).</source>
        <translation>Der Hub hat {0} verweigert (HTTP {1}).</translation>
    </message>
    <message>
        <source>The index of this library is on Milvus, which cbir does not use any more. Delete milvus.json and milvus.db in {0}: the library then uses the index in its own folder, with all photos and marks.</source>
        <translation>Der Index dieser Bibliothek liegt auf Milvus, das cbir nicht mehr benutzt. Lösche milvus.json und milvus.db in {0}: Die Bibliothek benutzt dann den Index in ihrem eigenen Ordner, mit allen Fotos und Markierungen.</translation>
    </message>
    <message>
        <source>The library has no photos in {0}. Add them with: “Add folder…” in the menu Library</source>
        <translation>Die Bibliothek hat keine Fotos in {0}. Füge sie hinzu: „Ordner hinzufügen…“ im Menü Bibliothek</translation>
    </message>
    <message>
        <source>The library has no such folder.</source>
        <translation>Die Bibliothek hat keinen solchen Ordner.</translation>
    </message>
    <message>
        <source>The library {0} cannot be made: {1}.</source>
        <translation>Die Bibliothek {0} kann nicht angelegt werden: {1}.</translation>
    </message>
    <message>
        <source>The library {0} cannot be written to: its folder is read-only for you.</source>
        <translation>In die Bibliothek {0} kann nicht geschrieben werden: Du darfst ihren Ordner nur lesen.</translation>
    </message>
    <message>
        <source>The library {0} cannot be written to: {1}.</source>
        <translation>In die Bibliothek {0} kann nicht geschrieben werden: {1}.</translation>
    </message>
    <message>
        <source>The library {0} has format {1}, made by a newer version of cbir; this one reads up to {2}. Update cbir to open it; nothing was changed. If there never was a newer version, {3} is damaged: delete it, and it is written again.</source>
        <translation>Die Bibliothek {0} hat Format {1} einer neueren Version von cbir; diese liest bis {2}. Aktualisiere cbir, um sie zu öffnen; nichts wurde verändert. Gab es nie eine neuere Version, ist {3} beschädigt: Lösche es, dann wird es neu geschrieben.</translation>
    </message>
    <message>
        <source>The library {0} is being written to by another process. Try again in a moment.</source>
        <translation>In die Bibliothek {0} schreibt gerade ein anderes Programm. Versuche es gleich noch einmal.</translation>
    </message>
    <message>
        <source>The library {0} is being written to by {1}. Wait until it is done, or stop it; searching works meanwhile.</source>
        <translation>In die Bibliothek {0} schreibt gerade {1}. Warte, bis es fertig ist, oder halte es an; suchen kannst du inzwischen.</translation>
    </message>
    <message>
        <source>The library {0} was moved or removed meanwhile. Nothing was kept.</source>
        <translation>Die Bibliothek {0} wurde inzwischen verschoben oder entfernt. Nichts blieb erhalten.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} cannot be opened ({1}). If it is damaged, restore it from a backup, or move the library folder away and index your folders again.</source>
        <translation>Der Katalog der Bibliothek {0} kann nicht geöffnet werden ({1}). Ist er beschädigt, stelle ihn aus einer Sicherung wieder her, oder lege den Ordner der Bibliothek beiseite und indexiere deine Ordner neu.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} cannot be read: {1}.</source>
        <translation>Der Katalog der Bibliothek {0} kann nicht gelesen werden: {1}.</translation>
    </message>
    <message>
        <source>The library&apos;s features were made by {0}, which cannot be imported here: {1}</source>
        <translation>Die Merkmale der Bibliothek stammen von {0}, das sich hier nicht importieren lässt: {1}</translation>
    </message>
    <message>
        <source>The link points to a file that is not there.</source>
        <translation>Die Verknüpfung zeigt auf eine Datei, die es nicht gibt.</translation>
    </message>
    <message>
        <source>The match engine compares pictures, not words. Give a picture file.</source>
        <translation>Die Bildsuche vergleicht Bilder, keine Wörter. Nenne eine Bilddatei.</translation>
    </message>
    <message>
        <source>The merging of the index was stopped. Nothing has changed.</source>
        <translation>Das Zusammenführen des Index wurde angehalten. Nichts hat sich geändert.</translation>
    </message>
    <message>
        <source>The merging of vectors was stopped. Nothing has changed.</source>
        <translation>Das Zusammenführen der Vektoren wurde angehalten. Nichts hat sich geändert.</translation>
    </message>
    <message>
        <source>The metadata engine searches names and texts. Give words, not a picture.</source>
        <translation>Die Suche in Metadaten sucht Namen und Texte. Nenne Wörter, kein Bild.</translation>
    </message>
    <message>
        <source>The model in {0} has no {1}. Install it again.</source>
        <translation>Das Modell in {0} hat keinen {1}. Installiere es neu.</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} is missing or has another size. Remove the model and install it again.</source>
        <translation>Das Modell in {0} ist beschädigt: {1} fehlt oder hat eine andere Größe. Entferne das Modell und installiere es neu.</translation>
    </message>
    <message>
        <source>The model in {0} was made for another version of the program. Install it again.</source>
        <translation>Das Modell in {0} wurde für eine andere Version des Programms gemacht. Installiere es neu.</translation>
    </message>
    <message>
        <source>The model makes vectors of {0} numbers, and those of this library have {1}. Index the library again with this model, or use the one it was indexed with.</source>
        <translation>Das Modell macht Vektoren aus {0} Zahlen, und die dieser Bibliothek haben {1}. Indexiere die Bibliothek mit diesem Modell neu, oder nimm das, mit dem sie indexiert wurde.</translation>
    </message>
    <message>
        <source>The model {0} cannot be removed: {1}. Close what uses it and try again.</source>
        <translation>Das Modell {0} kann nicht entfernt werden: {1}. Schließe, was es benutzt, und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>The model {0} gave a vector of {1} numbers instead of {2}. Remove the model and install it again.</source>
        <translation>Das Modell {0} gab einen Vektor aus {1} statt {2} Zahlen. Entferne das Modell und installiere es neu.</translation>
    </message>
    <message>
        <source>The model {0} gives it no usable embedding.</source>
        <translation>Das Modell {0} gibt dafür kein brauchbares Embedding.</translation>
    </message>
    <message>
        <source>The model {0} gives no usable embedding for the picture. Search for another, or use another model.</source>
        <translation>Das Modell {0} gibt für das Bild kein brauchbares Embedding. Suche mit einem anderen, oder nimm ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model {0} gives no usable embedding for this photo.</source>
        <translation>Das Modell {0} liefert für dieses Foto keinen brauchbaren Vektor.</translation>
    </message>
    <message>
        <source>The model {0} gives no usable embedding for “{1}”. Use other words, or another model.</source>
        <translation>Das Modell {0} gibt für „{1}“ kein brauchbares Embedding. Nimm andere Wörter oder ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model {0} is damaged: {1} cannot be read. Remove it and install it again.</source>
        <translation>Das Modell {0} ist beschädigt: {1} kann nicht gelesen werden. Entferne es und installiere es neu.</translation>
    </message>
    <message>
        <source>The model {0} is damaged: {1} has changed since it was installed. Remove the model and install it again.</source>
        <translation>Das Modell {0} ist beschädigt: {1} hat sich seit der Installation geändert. Entferne das Modell und installiere es neu.</translation>
    </message>
    <message>
        <source>The model {0} is not installed.</source>
        <translation>Das Modell {0} ist nicht installiert.</translation>
    </message>
    <message>
        <source>The model {0} runs in torch.</source>
        <translation>Das Modell {0} läuft in torch.</translation>
    </message>
    <message>
        <source>The model {0} was installed without the weights that a GPU needs.</source>
        <translation>Das Modell {0} wurde ohne die Gewichte installiert, die eine GPU braucht.</translation>
    </message>
    <message>
        <source>The model&apos;s tokenizer.json has no token {0}, which its tokenizer_config.json names.</source>
        <translation>Die tokenizer.json des Modells hat kein Token {0}, das seine tokenizer_config.json nennt.</translation>
    </message>
    <message>
        <source>The model&apos;s tokenizer.json or tokenizer_config.json cannot be read.</source>
        <translation>Die tokenizer.json oder tokenizer_config.json des Modells kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The model&apos;s tower does not take what its description says. Remove the model and install it again.</source>
        <translation>Der Turm des Modells nimmt nicht, was seine Beschreibung sagt. Entferne das Modell und installiere es neu.</translation>
    </message>
    <message>
        <source>The name of an album has 1 to {0} letters.</source>
        <translation>Der Name eines Albums hat 1 bis {0} Zeichen.</translation>
    </message>
    <message>
        <source>The name of an album is text; {0} is in no encoding known here.</source>
        <translation>Der Name eines Albums ist Text; {0} ist in keiner bekannten Kodierung.</translation>
    </message>
    <message>
        <source>The options of NNDR have no effect on this search: it compares no pictures.</source>
        <translation>Die Optionen von NNDR wirken sich auf diese Suche nicht aus: Sie vergleicht keine Bilder.</translation>
    </message>
    <message>
        <source>The photo that would stay, {0}, cannot be read: {1}</source>
        <translation>Das Foto, das bliebe, {0}, kann nicht gelesen werden: {1}</translation>
    </message>
    <message>
        <source>The picture has no detail to match: it is blank, blurred or too small. Try another picture or a larger part of it.</source>
        <translation>Das Bild hat keine Einzelheiten zum Vergleichen: Es ist leer, unscharf oder zu klein. Nimm ein anderes Bild oder einen größeren Teil davon.</translation>
    </message>
    <message>
        <source>The picture is too large: decoding {0} x {1} pixels of this kind takes {2} MB of memory, more than the limit of {3} MB. Save it as a JPEG.</source>
        <translation>Das Bild ist zu groß: {0} x {1} Pixel dieser Art brauchen {2} MB Speicher, mehr als die Grenze von {3} MB. Speichere es als JPEG.</translation>
    </message>
    <message>
        <source>The picture is too large: {0} x {1} pixels are more than the limit of {2} million.</source>
        <translation>Das Bild ist zu groß: {0} x {1} Pixel sind mehr als die Grenze von {2} Millionen.</translation>
    </message>
    <message>
        <source>The program is being closed.</source>
        <translation>Das Programm wird geschlossen.</translation>
    </message>
    <message>
        <source>The query has too many parts: at most {0} words and fields.</source>
        <translation>Die Suche hat zu viele Teile: höchstens {0} Wörter und Felder.</translation>
    </message>
    <message>
        <source>The query is too long: {0} characters are more than {1}.</source>
        <translation>Die Suche ist zu lang: {0} Zeichen sind mehr als {1}.</translation>
    </message>
    <message>
        <source>The region must be given by four finite numbers: x, y, width, height.</source>
        <translation>Der Ausschnitt braucht vier endliche Zahlen: x, y, Breite, Höhe.</translation>
    </message>
    <message>
        <source>The repository {0} no longer has a {1}.</source>
        <translation>Das Repository {0} hat kein {1} mehr.</translation>
    </message>
    <message>
        <source>The repository {0} no longer has the weights of {1}.</source>
        <translation>Das Repository {0} hat die Gewichte von {1} nicht mehr.</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>Der Lauf wurde angehalten.</translation>
    </message>
    <message>
        <source>The saved searches in {0} were damaged.</source>
        <translation>Die gespeicherten Suchen in {0} waren beschädigt.</translation>
    </message>
    <message>
        <source>The search for duplicates was cancelled.</source>
        <translation>Die Suche nach doppelten Fotos wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The search of the album &quot;{0}&quot; cannot be read ({1}); the other albums are not affected.</source>
        <translation>Die Suche des Albums „{0}“ lässt sich nicht lesen ({1}); die anderen Alben sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>Die Suche wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The service cannot read its tokens now.</source>
        <translation>Der Dienst kann seine Token jetzt nicht lesen.</translation>
    </message>
    <message>
        <source>The service&apos;s disk is full. Its administrator can free some space.</source>
        <translation>Der Datenträger des Dienstes ist voll. Wer ihn verwaltet, kann Platz schaffen.</translation>
    </message>
    <message>
        <source>The settings install it, under Models.</source>
        <translation>Die Einstellungen installieren es unter Modelle.</translation>
    </message>
    <message>
        <source>The system left it where it is.</source>
        <translation>Das System ließ es, wo es ist.</translation>
    </message>
    <message>
        <source>The terms of the query cancel each other out. Leave one out, or weight them anew.</source>
        <translation>Die Teile der Suche heben sich auf. Lass einen weg, oder gewichte sie neu.</translation>
    </message>
    <message>
        <source>The text tower of {0} comes from the transformers library. Import the model as a folder of ONNX towers instead.</source>
        <translation>Der Textturm von {0} stammt aus der Bibliothek transformers. Importiere das Modell als Ordner mit ONNX-Türmen.</translation>
    </message>
    <message>
        <source>The torch that is installed cannot use this machine&apos;s GPU.</source>
        <translation>Das installierte torch kann die GPU dieses Computers nicht nutzen.</translation>
    </message>
    <message>
        <source>The towers in {0} do not give vectors of one length: they are not of one model.</source>
        <translation>Die Türme in {0} geben Vektoren verschiedener Länge: Sie sind nicht von einem Modell.</translation>
    </message>
    <message>
        <source>The towers in {0} do not take pictures of {1} pixels and texts of {2} tokens.</source>
        <translation>Die Türme in {0} nehmen keine Bilder von {1} Pixeln und Texte von {2} Token.</translation>
    </message>
    <message>
        <source>The trained index runs on the processor: {0}.</source>
        <translation>Der trainierte Index läuft auf dem Prozessor: {0}.</translation>
    </message>
    <message>
        <source>The upload ended before the whole picture was there.</source>
        <translation>Die Übertragung endete, bevor das ganze Bild da war.</translation>
    </message>
    <message>
        <source>The vectors of this library were made by several models. Index the library again.</source>
        <translation>Die Vektoren dieser Bibliothek stammen von mehreren Modellen. Indexiere die Bibliothek neu.</translation>
    </message>
    <message>
        <source>The video has no picture at {0} that can be decoded.</source>
        <translation>Das Video hat bei {0} kein Bild, das sich dekodieren lässt.</translation>
    </message>
    <message>
        <source>The video has {0} x {1} pixels. At most {2} megapixels are read.</source>
        <translation>Das Video hat {0} x {1} Pixel. Gelesen werden höchstens {2} Megapixel.</translation>
    </message>
    <message>
        <source>The video is damaged, or of a kind that cannot be read.</source>
        <translation>Das Video ist beschädigt oder von einer Art, die nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>The weights are not those of {0}: of its {1} tensors {2} are in the file with the right shape. Name the architecture that they were trained for.</source>
        <translation>Die Gewichte sind nicht die von {0}: Von seinen {1} Tensoren sind {2} mit der richtigen Form in der Datei. Nenne die Architektur, für die sie trainiert wurden.</translation>
    </message>
    <message>
        <source>The window cannot be opened: {0}</source>
        <translation>Das Fenster kann nicht geöffnet werden: {0}</translation>
    </message>
    <message>
        <source>The window needs libraries that this system lacks. On Debian or Ubuntu: sudo apt-get install {0}</source>
        <translation>Das Fenster braucht Bibliotheken, die diesem System fehlen. Unter Debian oder Ubuntu: sudo apt-get install {0}</translation>
    </message>
    <message>
        <source>The work was stopped.</source>
        <translation>Die Arbeit wurde angehalten.</translation>
    </message>
    <message>
        <source>The worker on {0} does not have the model {1}.</source>
        <translation>Der Worker auf {0} hat das Modell {1} nicht.</translation>
    </message>
    <message>
        <source>The worker on {0}: {1}</source>
        <translation>Der Worker auf {0}: {1}</translation>
    </message>
    <message>
        <source>The worker processes that read pictures cannot start: {0}.</source>
        <translation>Die Prozesse, die Bilder lesen, können nicht starten: {0}.</translation>
    </message>
    <message>
        <source>The workers at {0} cannot index: {1}. Each of them needs cbir {2} with the extra cluster. {3}</source>
        <translation>Die Worker an {0} können nicht indizieren: {1}. Jeder von ihnen braucht cbir {2} mit dem Extra cluster. {3}</translation>
    </message>
    <message>
        <source>The workers at {0} cannot index: {1}. Install the same there as here, and start them again. {2}</source>
        <translation>Die Worker an {0} können nicht indizieren: {1}. Installiere dort dasselbe wie hier und starte sie neu. {2}</translation>
    </message>
    <message>
        <source>The {0} model is not part of this installation of the program.</source>
        <translation>Das Modell {0} gehört nicht zu dieser Installation des Programms.</translation>
    </message>
    <message>
        <source>There are no new words yet. Learn them first.</source>
        <translation>Es gibt noch keine neuen Wörter. Lerne sie zuerst.</translation>
    </message>
    <message>
        <source>There is a file {0} already. Give the backup another name.</source>
        <translation>Es gibt schon eine Datei {0}. Gib der Sicherung einen anderen Namen.</translation>
    </message>
    <message>
        <source>There is a thing &quot;{0}&quot; already. Join the two, or take another name.</source>
        <translation>Es gibt schon ein Motiv „{0}“. Verbinde die beiden, oder wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>There is already a model called {0}. Remove it first, or choose another name.</source>
        <translation>Es gibt schon ein Modell namens {0}. Entferne es zuerst, oder wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>There is another file in its place now, so it stays in the trash.</source>
        <translation>An seinem Platz ist jetzt eine andere Datei, also bleibt es im Papierkorb.</translation>
    </message>
    <message>
        <source>There is no NVIDIA GPU that programs can use here.</source>
        <translation>Hier gibt es keine NVIDIA-GPU, die Programme nutzen können.</translation>
    </message>
    <message>
        <source>There is no codebook at {0}.</source>
        <translation>Bei {0} gibt es kein Codebuch.</translation>
    </message>
    <message>
        <source>There is no face in this picture that is large and sharp enough.</source>
        <translation>Auf diesem Bild ist kein Gesicht, das groß und scharf genug ist.</translation>
    </message>
    <message>
        <source>There is no file {0}.</source>
        <translation>Es gibt keine Datei {0}.</translation>
    </message>
    <message>
        <source>There is no folder {0} to put the backup into.</source>
        <translation>Es gibt keinen Ordner {0} für die Sicherung.</translation>
    </message>
    <message>
        <source>There is no folder {0}.</source>
        <translation>Es gibt keinen Ordner {0}.</translation>
    </message>
    <message>
        <source>There is no group &quot;{0}&quot; on the similarity map. List all groups with: cbir similarity groups</source>
        <translation>Auf der Ähnlichkeitskarte gibt es keine Gruppe „{0}“. Alle Gruppen zeigt: cbir similarity groups</translation>
    </message>
    <message>
        <source>There is no library at {0}. Make one with: “Add folder…” in the menu Library</source>
        <translation>Bei {0} gibt es keine Bibliothek. Lege eine an: „Ordner hinzufügen…“ im Menü Bibliothek</translation>
    </message>
    <message>
        <source>There is no picture to copy.</source>
        <translation>Es gibt kein Bild zum Kopieren.</translation>
    </message>
    <message>
        <source>There is no picture to show.</source>
        <translation>Es gibt kein Bild zu zeigen.</translation>
    </message>
    <message>
        <source>There is no such part of this photo. Draw the face inside it.</source>
        <translation>Diesen Teil hat das Foto nicht. Zeichne das Gesicht innerhalb des Fotos.</translation>
    </message>
    <message>
        <source>There is no thing &quot;{0}&quot;. List all things with: cbir things list</source>
        <translation>Es gibt kein Motiv „{0}“. Alle Motive zeigt: cbir things list</translation>
    </message>
    <message>
        <source>There is no trash on its drive that you may use, and it stays.</source>
        <translation>Auf seinem Laufwerk gibt es keinen Papierkorb, den du benutzen darfst, also bleibt es.</translation>
    </message>
    <message>
        <source>There is nobody called {0} in this library. List everybody: cbir people list</source>
        <translation>In dieser Bibliothek heißt niemand {0}. Alle auflisten: cbir people list</translation>
    </message>
    <message>
        <source>There is not enough memory to decode this picture.</source>
        <translation>Der Speicher reicht nicht, um dieses Bild zu decodieren.</translation>
    </message>
    <message>
        <source>There is nothing to search for in: {0}</source>
        <translation>Darin ist nichts, wonach gesucht werden kann: {0}</translation>
    </message>
    <message>
        <source>There is nothing to search for. Give text, photo, or a picture as the body.</source>
        <translation>Es gibt nichts, wonach gesucht werden soll. Gib text oder photo an, oder ein Bild als Inhalt der Anfrage.</translation>
    </message>
    <message>
        <source>There was not enough memory to decode it.</source>
        <translation>Der Speicher reichte nicht, um es zu decodieren.</translation>
    </message>
    <message>
        <source>These are all photos of the thing: there is nothing to part them from.</source>
        <translation>Das sind alle Fotos des Motivs: Es gibt nichts, wovon sie zu trennen wären.</translation>
    </message>
    <message>
        <source>They were made again.</source>
        <translation>Sie wurden neu gemacht.</translation>
    </message>
    <message>
        <source>They work, from {0}.</source>
        <translation>Sie gehen, aus {0}.</translation>
    </message>
    <message>
        <source>This album was removed meanwhile.</source>
        <translation>Dieses Album wurde inzwischen entfernt.</translation>
    </message>
    <message>
        <source>This computer is very busy; still working.</source>
        <translation>Dieser Computer ist stark ausgelastet; die Arbeit geht weiter.</translation>
    </message>
    <message>
        <source>This change needs the people or faces that it is about.</source>
        <translation>Zu dieser Änderung fehlen die Personen oder Gesichter, um die es geht.</translation>
    </message>
    <message>
        <source>{0} cannot be laid over another photo: its transform is not nine numbers.</source>
        <translation>{0} lässt sich nicht über ein anderes Foto legen: Die Transformation besteht nicht aus neun Zahlen.</translation>
    </message>
    <message>
        <source>This face has no person yet. Name it first.</source>
        <translation>Dieses Gesicht hat noch keine Person. Benenne es zuerst.</translation>
    </message>
    <message>
        <source>This face is no longer in the library.</source>
        <translation>Dieses Gesicht ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>This face was not drawn by hand. Take its name away instead.</source>
        <translation>Dieses Gesicht wurde nicht von Hand gezeichnet. Nimm ihm stattdessen den Namen.</translation>
    </message>
    <message>
        <source>This is a device, or a link to one, not a file.</source>
        <translation>Das ist ein Gerät oder eine Verknüpfung damit, keine Datei.</translation>
    </message>
    <message>
        <source>This is a folder, not a file.</source>
        <translation>Das ist ein Ordner, keine Datei.</translation>
    </message>
    <message>
        <source>This is a pipe or a socket between programs, not a file.</source>
        <translation>Das ist eine Verbindung zwischen Programmen, keine Datei.</translation>
    </message>
    <message>
        <source>This is not a video of a known kind.</source>
        <translation>Das ist kein Video einer bekannten Art.</translation>
    </message>
    <message>
        <source>This is too much at once: {0} takes {1} at most.</source>
        <translation>Das ist zu viel auf einmal: {0} nimmt höchstens {1} an.</translation>
    </message>
    <message>
        <source>This is {0} {1} file; that format cannot be read.</source>
        <translation>Das ist eine {1}-Datei; dieses Format kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>This library asks for a token. Open its address again, with the one that you were given.</source>
        <translation>Diese Bibliothek verlangt ein Token. Öffne ihre Adresse noch einmal, mit dem, das du bekommen hast.</translation>
    </message>
    <message>
        <source>This library was written by a newer version of cbir (its catalog has version {0}, this program knows up to {1}). Update cbir to open it; nothing was changed.</source>
        <translation>Diese Bibliothek wurde von einer neueren Version von cbir geschrieben (ihr Katalog hat Version {0}, dieses Programm kennt bis {1}). Aktualisiere cbir, um sie zu öffnen; nichts wurde verändert.</translation>
    </message>
    <message>
        <source>This person is no longer in the library.</source>
        <translation>Diese Person ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>This photo is no longer in the library.</source>
        <translation>Dieses Foto ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>This photo is no longer in the library. Nothing was moved.</source>
        <translation>Dieses Foto ist nicht mehr in der Bibliothek. Nichts wurde verschoben.</translation>
    </message>
    <message>
        <source>This service answers only its own page here. Programs need a token.</source>
        <translation>Dieser Dienst antwortet hier nur seiner eigenen Seite. Programme brauchen ein Token.</translation>
    </message>
    <message>
        <source>This service leaves out people, so photos can&apos;t be found by their number.</source>
        <translation>Dieser Dienst lässt Personen weg, daher sind Fotos nicht nach ihrer Anzahl zu finden.</translation>
    </message>
    <message>
        <source>This thing is no longer in the library.</source>
        <translation>Dieses Motiv ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>This token has expired. Ask for a new one.</source>
        <translation>Dieses Token ist abgelaufen. Bitte um ein neues.</translation>
    </message>
    <message>
        <source>This token is for reading. Ask for one with the role write.</source>
        <translation>Dieses Token ist zum Lesen. Bitte um eines mit der Rolle write.</translation>
    </message>
    <message>
        <source>This token is not valid, or was withdrawn.</source>
        <translation>Dieses Token gilt nicht oder wurde zurückgezogen.</translation>
    </message>
    <message>
        <source>This took longer than {0} s. Ask for less.</source>
        <translation>Das dauerte länger als {0} s. Frag nach weniger.</translation>
    </message>
    <message>
        <source>To see what to do, choose: “Check the library…” in the menu Library</source>
        <translation>Was zu tun ist, zeigt „Bibliothek prüfen…“ im Menü Bibliothek</translation>
    </message>
    <message>
        <source>Videos indexed: {0}. Frames kept: {1}.</source>
        <translation>Indexierte Videos: {0}. Behaltene Bilder: {1}.</translation>
    </message>
    <message>
        <source>Videos of Live Photos, which are one item with their photos: {0}.</source>
        <translation>Videos von Live Photos, die mit ihren Fotos eines sind: {0}.</translation>
    </message>
    <message>
        <source>You have no home folder here. Set the environment variable HOME to one.</source>
        <translation>Du hast hier keinen Home-Ordner. Setze die Umgebungsvariable HOME auf einen.</translation>
    </message>
    <message>
        <source>a value of it is unusual</source>
        <translation>ein Wert darin ist ungewöhnlich</translation>
    </message>
    <message>
        <source>an installed program</source>
        <translation>ein installiertes Programm</translation>
    </message>
    <message>
        <source>and features/{0} disagree about document {1}</source>
        <translation>und features/{0} sind über das Dokument {1} uneins</translation>
    </message>
    <message>
        <source>features/{0} has no readable manifest ({1}).</source>
        <translation>features/{0} hat kein lesbares Verzeichnis ({1}).</translation>
    </message>
    <message>
        <source>features/{0} has no row {1} ({2}).</source>
        <translation>features/{0} hat keine Zeile {1} ({2}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: a photo&apos;s words are not those of a codebook ({1}).</source>
        <translation>features/{0} ist beschädigt: Die Wörter eines Fotos sind nicht die eines Codebuchs ({1}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: its offsets do not fit its records ({1}).</source>
        <translation>features/{0} ist beschädigt: Die Positionen passen nicht zu den Einträgen ({1}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: points of row {1} lie outside of it ({2}).</source>
        <translation>features/{0} ist beschädigt: Punkte der Zeile {1} liegen außerhalb ({2}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: records cannot be read ({1}).</source>
        <translation>features/{0} ist beschädigt: Einträge lassen sich nicht lesen ({1}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: row {1} has changed since it was written ({2}).</source>
        <translation>features/{0} ist beschädigt: Die Zeile {1} hat sich seit dem Schreiben geändert ({2}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: row {1} is cut short ({2}).</source>
        <translation>features/{0} ist beschädigt: Die Zeile {1} ist abgeschnitten ({2}).</translation>
    </message>
    <message>
        <source>it declares a document type</source>
        <translation>es nennt einen Dokumenttyp</translation>
    </message>
    <message>
        <source>it has {0}</source>
        <translation>er enthält {0}</translation>
    </message>
    <message>
        <source>its exported towers differ from torch&apos;s (cosine {0})</source>
        <translation>seine exportierten Türme weichen von denen von torch ab (Kosinus {0})</translation>
    </message>
    <message>
        <source>its towers cannot be exported ({0})</source>
        <translation>seine Türme lassen sich nicht exportieren ({0})</translation>
    </message>
    <message>
        <source>k1 and b have an effect on the weighting bm25 only.</source>
        <translation>k1 und b wirken nur auf die Gewichtung bm25.</translation>
    </message>
    <message>
        <source>open_clip knows no architecture called {0}.{1}</source>
        <translation>open_clip kennt keine Architektur namens {0}.{1}</translation>
    </message>
    <message>
        <source>open_clip names no tokenizer file for {0}. Import the model as a folder of ONNX towers instead.</source>
        <translation>open_clip nennt keine Tokenizer-Datei für {0}. Importiere das Modell stattdessen als Ordner mit ONNX-Türmen.</translation>
    </message>
    <message>
        <source>postings/{0} {1}.</source>
        <translation>postings/{0} {1}.</translation>
    </message>
    <message>
        <source>scale is a number above 0, not {0}.</source>
        <translation>scale ist eine Zahl über 0, nicht {0}.</translation>
    </message>
    <message>
        <source>side_px is between 1 and {0}, not {1}.</source>
        <translation>side_px liegt zwischen 1 und {0}, nicht bei {1}.</translation>
    </message>
    <message>
        <source>the faces could not be put in</source>
        <translation>die Gesichter ließen sich nicht einfügen</translation>
    </message>
    <message>
        <source>version {0} for graphics cards, which sees none here</source>
        <translation>Version {0} für Grafikkarten, die hier keine sieht</translation>
    </message>
    <message>
        <source>version {0} for graphics cards, which sees {1}</source>
        <translation>Version {0} für Grafikkarten, die {1} sieht</translation>
    </message>
    <message>
        <source>version {0} for processors; the one for graphics cards can take its place</source>
        <translation>Version {0} für Prozessoren; die für Grafikkarten kann sie ersetzen</translation>
    </message>
    <message>
        <source>{0} % searched so far: {1} of {2} photos are ready to search by content.</source>
        <translation>Bisher {0} % durchsucht: {1} von {2} Fotos sind nach Inhalt durchsuchbar.</translation>
    </message>
    <message>
        <source>{0} This computer encodes the photos instead. To have the workers do it, install the same model on each of them.</source>
        <translation>{0} Stattdessen berechnet dieser Computer die Einbettungen der Fotos. Damit die Worker das tun, installiere auf jedem dasselbe Modell.</translation>
    </message>
    <message>
        <source>{0} and {1} are two people. Take the name of one away first.</source>
        <translation>{0} und {1} sind zwei Personen. Nimm einer zuerst den Namen.</translation>
    </message>
    <message>
        <source>{0} cannot be opened now. Has it moved, or is its drive not connected?</source>
        <translation>{0} lässt sich jetzt nicht öffnen. Wurde es verschoben, oder ist sein Laufwerk nicht angeschlossen?</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}</source>
        <translation>{0} kann nicht gelesen werden: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}.</source>
        <translation>{0} ist nicht verwendbar: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be written as MP4 on this computer. Write a .gif file.</source>
        <translation>{0} kann auf diesem Computer nicht als MP4 geschrieben werden. Schreibe eine Datei .gif.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}</source>
        <translation>{0} kann nicht geschrieben werden: {1}</translation>
    </message>
    <message>
        <source>{0} could not be copied to this computer: {1}.</source>
        <translation>{0} konnte nicht auf diesen Computer kopiert werden: {1}.</translation>
    </message>
    <message>
        <source>{0} does not allow that ({1}). Its administrator has to run in the database: CREATE EXTENSION vector, and GRANT CREATE ON DATABASE for your user.</source>
        <translation>{0} lässt das nicht zu ({1}). Wer es verwaltet, muss in der Datenbank CREATE EXTENSION vector und für deinen Benutzer GRANT CREATE ON DATABASE ausführen.</translation>
    </message>
    <message>
        <source>{0} does not let this program in ({1}). Set the environment variable PGPASSWORD, or put the password into ~/.pgpass, and run the same command again.</source>
        <translation>{0} lässt dieses Programm nicht ein ({1}). Setze die Umgebungsvariable PGPASSWORD, oder schreibe das Passwort in ~/.pgpass, und führe denselben Befehl noch einmal aus.</translation>
    </message>
    <message>
        <source>{0} does not use HTTPS there. Check the address and its port.</source>
        <translation>{0} spricht dort kein HTTPS. Prüfe die Adresse und ihren Port.</translation>
    </message>
    <message>
        <source>{0} gives {1} only to people who accepted its terms. Accept them there, and set HF_TOKEN to your token.</source>
        <translation>{0} gibt {1} nur an Leute, die die Bedingungen angenommen haben. Nimm sie dort an und setze HF_TOKEN auf dein Token.</translation>
    </message>
    <message>
        <source>{0} has no extension pgvector. Install it there (Debian: postgresql-18-pgvector), and run the same command again.</source>
        <translation>{0} hat die Erweiterung pgvector nicht. Installiere sie dort (Debian: postgresql-18-pgvector) und führe denselben Befehl noch einmal aus.</translation>
    </message>
    <message>
        <source>{0} has pgvector {1}. A library needs 0.8 or a later one: install it there, and run ALTER EXTENSION vector UPDATE in the database.</source>
        <translation>{0} hat pgvector {1}. Eine Bibliothek braucht 0.8 oder neuer: Installiere es dort, und führe in der Datenbank ALTER EXTENSION vector UPDATE aus.</translation>
    </message>
    <message>
        <source>{0} is a replica, which only answers searches. Promote it, or name the primary too, as in postgresql://HOST1,HOST2/DATABASE</source>
        <translation>{0} ist eine Replik, die nur Suchen beantwortet. Mache sie zum Primärserver, oder nenne auch diesen, wie in postgresql://HOST1,HOST2/DATENBANK</translation>
    </message>
    <message>
        <source>{0} is damaged: its axes do not fit.</source>
        <translation>{0} ist beschädigt: Die Achsen passen nicht.</translation>
    </message>
    <message>
        <source>{0} is damaged: its documents do not ascend.</source>
        <translation>{0} ist beschädigt: Die Dokumente sind nicht aufsteigend geordnet.</translation>
    </message>
    <message>
        <source>{0} is damaged: its documents do not fit its index.</source>
        <translation>{0} ist beschädigt: Die Dokumente passen nicht zum Index.</translation>
    </message>
    <message>
        <source>{0} is damaged: its index does not fit its documents.</source>
        <translation>{0} ist beschädigt: Der Index passt nicht zu den Dokumenten.</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} ({2}).</source>
        <translation>{0} ist beschädigt: {1} ({2}).</translation>
    </message>
    <message>
        <source>{0} is inside the library itself. Name another place.</source>
        <translation>{0} liegt in der Bibliothek selbst. Nenne einen anderen Ort.</translation>
    </message>
    <message>
        <source>{0} is marked both right and wrong for this search. Remove one of the marks.</source>
        <translation>{0} ist für diese Suche als richtig und als falsch markiert. Entferne eine der Markierungen.</translation>
    </message>
    <message>
        <source>{0} is missing or damaged. Install the program again.</source>
        <translation>{0} fehlt oder ist beschädigt. Installiere das Programm neu.</translation>
    </message>
    <message>
        <source>{0} is not a folder. Name the folder that contains it.</source>
        <translation>{0} ist kein Ordner. Nenne den Ordner, in dem es liegt.</translation>
    </message>
    <message>
        <source>{0} is not a keyword: it has no letter or digit.</source>
        <translation>{0} ist kein Schlagwort: Es hat keinen Buchstaben und keine Ziffer.</translation>
    </message>
    <message>
        <source>{0} is not a label: it has no letter or digit.</source>
        <translation>{0} ist kein Etikett: Es hat weder Buchstaben noch Ziffern.</translation>
    </message>
    <message>
        <source>{0} is not a rating. A rating is 0 to 5 stars, or -1 for a rejected photo.</source>
        <translation>{0} ist keine Bewertung. Eine Bewertung ist 0 bis 5 Sterne, oder -1 für ein abgelehntes Foto.</translation>
    </message>
    <message>
        <source>{0} is not an address. {1}</source>
        <translation>{0} ist keine Adresse. {1}</translation>
    </message>
    <message>
        <source>{0} is not ready to search by content yet.</source>
        <translation>{0} ist noch nicht nach Inhalt durchsuchbar.</translation>
    </message>
    <message>
        <source>{0} is not what {1} has under that name.</source>
        <translation>{0} ist nicht das, was {1} unter diesem Namen hat.</translation>
    </message>
    <message>
        <source>{0} is nowhere on earth: latitudes go from -90 to 90, longitudes from -180 to 180.</source>
        <translation>{0} liegt nirgends auf der Erde: Breiten gehen von -90 bis 90, Längen von -180 bis 180.</translation>
    </message>
    <message>
        <source>{0} is the same folder as {1}, which the library has already: its photos count once.</source>
        <translation>{0} ist derselbe Ordner wie {1}, den die Bibliothek schon hat: Seine Fotos zählen einmal.</translation>
    </message>
    <message>
        <source>A request has {0} values at most.</source>
        <translation>Eine Anfrage hat höchstens {0} Werte.</translation>
    </message>
    <message>
        <source> and {0} more</source>
        <translation> und {0} weitere</translation>
    </message>
    <message>
        <source>A picture changes when it is written and read again.</source>
        <translation>Ein Bild ändert sich, wenn es geschrieben und wieder gelesen wird.</translation>
    </message>
    <message>
        <source>A sample doesn&apos;t look as it should.</source>
        <translation>Eine Probe sieht nicht aus, wie sie sollte.</translation>
    </message>
    <message>
        <source>A search takes {0} letters and {1} words at most.</source>
        <translation>Eine Suche nimmt höchstens {0} Zeichen und {1} Wörter an.</translation>
    </message>
    <message>
        <source>A value of the query has too many words: at most {0}.</source>
        <translation>Ein Wert der Suche hat zu viele Wörter: höchstens {0}.</translation>
    </message>
    <message>
        <source>Another photo here has the same name, so it stays.</source>
        <translation>Ein anderes Foto hier hat denselben Namen, darum bleibt die Datei.</translation>
    </message>
    <message>
        <source>Choose: “Check the library…” in the menu Library</source>
        <translation>Wähle „Bibliothek prüfen…“ im Menü Bibliothek</translation>
    </message>
    <message>
        <source>Free some disk space, and it is written again.</source>
        <translation>Schaffe Platz auf dem Datenträger, dann wird sie neu geschrieben.</translation>
    </message>
    <message>
        <source>It did nothing for {0} s and was stopped.</source>
        <translation>Es geschah {0} s lang nichts, deshalb wurde abgebrochen.</translation>
    </message>
    <message>
        <source>It is a recording, and stays.</source>
        <translation>Es ist eine Aufnahme (Video oder Ton) und bleibt.</translation>
    </message>
    <message>
        <source>It is another name of {0}, and keeps the file.</source>
        <translation>Es ist ein anderer Name von {0} und behält die Datei.</translation>
    </message>
    <message>
        <source>It is in the trash, but the disk is full, and the library still lists it. Free some space and choose “Scan for changes”.</source>
        <translation>Es liegt im Papierkorb, aber das Laufwerk ist voll, und die Bibliothek führt es noch. Schaffe Platz und wähle „Nach Änderungen suchen“.</translation>
    </message>
    <message>
        <source>It is the same file as {0}: there is nothing to free, and it stays.</source>
        <translation>Es ist dieselbe Datei wie {0}: Es gibt nichts freizugeben, und sie bleibt.</translation>
    </message>
    <message>
        <source>It took more than {0} MB of memory and was stopped.</source>
        <translation>Es brauchte mehr als {0} MB Arbeitsspeicher und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>It was a link. Its file stays: {0}</source>
        <translation>Es war eine Verknüpfung. Ihre Datei bleibt: {0}</translation>
    </message>
    <message>
        <source>It was another name of {0}, and is in the trash too.</source>
        <translation>Es war ein anderer Name von {0} und liegt auch im Papierkorb.</translation>
    </message>
    <message>
        <source>It was changed since, so it keeps what it received.</source>
        <translation>Sie wurde seither geändert und behält, was sie übernommen hat.</translation>
    </message>
    <message>
        <source>Its drive did not answer for {0} s.</source>
        <translation>Das Laufwerk hat {0} s lang nicht geantwortet.</translation>
    </message>
    <message>
        <source>More than {0} requests a minute came from this address. Ask again in {1} s.</source>
        <translation>Von dieser Adresse kamen mehr als {0} Anfragen in der Minute. Frag in {1} s noch einmal.</translation>
    </message>
    <message>
        <source>More than {0} requests a minute came with this token. Ask again in {1} s.</source>
        <translation>Mit diesem Token kamen mehr als {0} Anfragen in der Minute. Frag in {1} s noch einmal.</translation>
    </message>
    <message>
        <source>Name a folder by its path or by words of its name, such as in:holidays.</source>
        <translation>Nenne einen Ordner mit seinem Pfad oder mit Wörtern seines Namens, zum Beispiel in:ferien.</translation>
    </message>
    <message>
        <source>Preparing for this computer&apos;s processor, once (up to 15 s).</source>
        <translation>Das Programm wird einmalig an den Prozessor dieses Computers angepasst (bis zu 15 s).</translation>
    </message>
    <message>
        <source>Send either Content-Length or Transfer-Encoding.</source>
        <translation>Sende entweder Content-Length oder Transfer-Encoding.</translation>
    </message>
    <message>
        <source>Send {0} headers and {1} values at most.</source>
        <translation>Sende höchstens {0} Kopfzeilen und {1} Werte.</translation>
    </message>
    <message>
        <source>Send {0} pictures at once at most.</source>
        <translation>Sende höchstens {0} Bilder auf einmal.</translation>
    </message>
    <message>
        <source>The catalog could not be checked for damage ({0}).</source>
        <translation>Der Katalog konnte nicht auf Schäden geprüft werden ({0}).</translation>
    </message>
    <message>
        <source>The disk is full, and it stays.</source>
        <translation>Der Datenträger ist voll; die Datei bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>The disk is full. Free some space and try again.</source>
        <translation>Der Datenträger ist voll. Schaffe Platz und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>The library cannot do this now. The service&apos;s administrator can find the reason in the log.</source>
        <translation>Das kann die Bibliothek jetzt nicht. Die Administration des Dienstes findet den Grund im Protokoll.</translation>
    </message>
    <message>
        <source>The metadata of {0} of {1} photos has not been read yet{2}.</source>
        <translation>Die Metadaten von {0} der {1} Fotos sind noch nicht gelesen{2}.</translation>
    </message>
    <message>
        <source>The model {0} has not seen the photos of this library yet.</source>
        <translation>Das Modell {0} hat die Fotos dieser Bibliothek noch nicht gesehen.</translation>
    </message>
    <message>
        <source>The search index cannot be reached now. Try again later.</source>
        <translation>Der Suchindex ist jetzt nicht erreichbar. Versuch es später noch einmal.</translation>
    </message>
    <message>
        <source>The service is busy. Ask again in {0} s.</source>
        <translation>Der Dienst ist ausgelastet. Frag in {0} s noch einmal.</translation>
    </message>
    <message>
        <source>There is no model called {0}.</source>
        <translation>Ein Modell namens {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>This service is read-only. Start it with --writable to allow changes.</source>
        <translation>Dieser Dienst ist nur zum Lesen. Starte ihn mit --writable, um Änderungen zu erlauben.</translation>
    </message>
    <message>
        <source>To mend the library, choose: “Check the library…” in the menu Library, and then “Scan for changes”.</source>
        <translation>Um die Bibliothek zu reparieren, wähle „Bibliothek prüfen…“ im Menü Bibliothek und dann „Nach Änderungen suchen“.</translation>
    </message>
    <message>
        <source>Too many pictures are being sent. Ask again in 5 s.</source>
        <translation>Es werden zu viele Bilder gesendet. Frag in 5 s noch einmal.</translation>
    </message>
    <message>
        <source>Trying the model</source>
        <translation>Modell wird ausprobiert</translation>
    </message>
    <message>
        <source>Trying the towers</source>
        <translation>Türme werden ausprobiert</translation>
    </message>
    <message>
        <source>With http:// your token and your pictures would cross the network unencrypted. Use https:// instead.</source>
        <translation>Mit http:// gingen dein Token und deine Bilder unverschlüsselt durchs Netz. Nimm https://.</translation>
    </message>
    <message>
        <source>Write near:Lisbon, near:&quot;New York&quot; or near:38.7,-9.1.</source>
        <translation>Schreibe near:Lissabon, near:&quot;New York&quot; oder near:38.7,-9.1.</translation>
    </message>
    <message>
        <source>Writing the weights</source>
        <translation>Gewichte werden geschrieben</translation>
    </message>
    <message>
        <source>Writing the weights for a GPU</source>
        <translation>Gewichte für eine GPU werden geschrieben</translation>
    </message>
    <message>
        <source>a row of {0} refers to nothing</source>
        <translation>eine Zeile von {0} verweist auf nichts</translation>
    </message>
    <message>
        <source>a tag of it is unusual</source>
        <translation>eine Angabe darin ist ungewöhnlich</translation>
    </message>
    <message>
        <source>an attribute of it is unusual</source>
        <translation>ein Attribut darin ist ungewöhnlich</translation>
    </message>
    <message>
        <source>could not be used</source>
        <translation>konnte nicht genutzt werden</translation>
    </message>
    <message>
        <source>It stays, since {0} cannot be read or has changed since they were compared.</source>
        <translation>Sie bleibt, denn {0} kann nicht gelesen werden oder hat sich seit dem Vergleich geändert.</translation>
    </message>
    <message>
        <source>A library&apos;s address has no password. Set the environment variable PGPASSWORD, or put it into ~/.pgpass</source>
        <translation>Die Adresse einer Bibliothek enthält kein Passwort. Setze die Umgebungsvariable PGPASSWORD, oder schreibe es in ~/.pgpass</translation>
    </message>
    <message>
        <source>Active now: {0}.</source>
        <translation>Jetzt aktiv: {0}.</translation>
    </message>
    <message>
        <source>Files of the format {0} left out, which cannot be read: {1}.</source>
        <translation>Ausgelassene Dateien im nicht lesbaren Format {0}: {1}.</translation>
    </message>
    <message>
        <source>It stays, since {0} is a link to it and would be broken.</source>
        <translation>Sie bleibt, denn {0} ist eine Verknüpfung mit ihr und wäre dann kaputt.</translation>
    </message>
    <message>
        <source>It was rewritten: the catalog is there.</source>
        <translation>Es wurde neu geschrieben: Der Katalog ist da.</translation>
    </message>
    <message>
        <source>Learning visual words needs {2} details, and the library&apos;s {0} photos have {1}. Add more photos first; until then the present words are better.</source>
        <translation>Um visuelle Wörter zu lernen, braucht es {2} Details, und die {0} Fotos der Bibliothek haben {1}. Füge erst mehr Fotos hinzu; bis dahin sind die jetzigen Wörter besser.</translation>
    </message>
    <message>
        <source>Learning was stopped. Finished work is kept for the next time; searches use the old words.</source>
        <translation>Das Lernen wurde angehalten. Was fertig ist, bleibt für das nächste Mal; Suchen verwenden die alten Wörter.</translation>
    </message>
    <message>
        <source>No computer has the name {0}. Check the address and your connection.</source>
        <translation>Kein Computer ist unter dem Namen {0} bekannt. Prüfe die Adresse, und ob du online bist.</translation>
    </message>
    <message>
        <source>No copy of it would be left.</source>
        <translation>Davon bliebe keine Kopie übrig.</translation>
    </message>
    <message>
        <source>No file can have this name.</source>
        <translation>Keine Datei kann so heißen.</translation>
    </message>
    <message>
        <source>No file on this computer can have the name of this photo: {0}.</source>
        <translation>Keine Datei auf diesem Computer kann so heißen wie dieses Foto: {0}.</translation>
    </message>
    <message>
        <source>No photo is marked right for a search yet. Choose one, then: Photo › For this search</source>
        <translation>Noch wurde kein Foto für eine Suche als richtig bezeichnet. Wähle eins, dann: Foto › Für diese Suche</translation>
    </message>
    <message>
        <source>No photos match “{0}”, so it was left out.</source>
        <translation>Zu „{0}“ passt kein Foto, daher blieb es unberücksichtigt.</translation>
    </message>
    <message>
        <source>Original files say where they were taken, and this token leaves that out.</source>
        <translation>Originale sagen, wo sie aufgenommen wurden; mit diesem Token wird das nicht mitgeteilt.</translation>
    </message>
    <message>
        <source>Put the {0} of {1} beside {2}: the model needs it to read text.</source>
        <translation>Lege {0} von {1} neben {2}: Das Modell braucht sie, um Texte zu lesen.</translation>
    </message>
    <message>
        <source>Reading HEIC pictures needs the package pi-heif, which is not installed (pip install pi-heif).</source>
        <translation>Zum Lesen von HEIC-Bildern fehlt das Paket pi-heif (pip install pi-heif).</translation>
    </message>
    <message>
        <source>Searched again as if these hits were right, {0} of {1} verified: {2}.</source>
        <translation>Noch einmal gesucht, als wären diese Treffer richtig, {0} von {1} bestätigt: {2}.</translation>
    </message>
    <message>
        <source>Searching by content needs a model{0}.</source>
        <translation>Die Suche nach Inhalt braucht ein Modell{0}.</translation>
    </message>
    <message>
        <source>Send the picture itself: paths of other computers can&apos;t be read here.</source>
        <translation>Sende das Bild selbst: Pfade anderer Computer sind hier nicht lesbar.</translation>
    </message>
    <message>
        <source>Some of this may be wrong: the catalog is damaged.</source>
        <translation>Manches davon kann falsch sein: Der Katalog ist beschädigt.</translation>
    </message>
    <message>
        <source>Text can be read only in a picture.</source>
        <translation>Text kann nur in einem Bild gelesen werden.</translation>
    </message>
    <message>
        <source>The JPEG file is damaged: it contains no picture.</source>
        <translation>Die JPEG-Datei ist beschädigt: Sie enthält kein Bild.</translation>
    </message>
    <message>
        <source>The JPEG file is damaged: its header has no width or height.</source>
        <translation>Die JPEG-Datei ist beschädigt: Ihr Kopf nennt keine Breite oder Höhe.</translation>
    </message>
    <message>
        <source>The Photoshop file has no merged picture. Save it with “Maximize Compatibility” switched on.</source>
        <translation>Die Photoshop-Datei enthält kein Gesamtbild. Speichere sie mit „Kompatibilität maximieren“.</translation>
    </message>
    <message>
        <source>The WebP file is damaged: it contains no picture.</source>
        <translation>Die WebP-Datei ist beschädigt: Sie enthält kein Bild.</translation>
    </message>
    <message>
        <source>The answer of {0} cannot be read. It may run another version of the program.</source>
        <translation>Die Antwort von {0} ist nicht lesbar. Dort läuft vielleicht eine andere Version des Programms.</translation>
    </message>
    <message>
        <source>The answer of {0} is larger than {1} MB.</source>
        <translation>Die Antwort von {0} ist größer als {1} MB.</translation>
    </message>
    <message>
        <source>The architecture {0} prepares its texts in a way that cbir does not support. Import the model as a folder of ONNX towers instead.</source>
        <translation>Die Architektur {0} bereitet ihre Texte so vor, wie cbir es nicht kennt. Importiere das Modell als Ordner mit ONNX-Türmen.</translation>
    </message>
    <message>
        <source>The body did not arrive within {0} s.</source>
        <translation>Der Inhalt kam nicht innerhalb von {0} s.</translation>
    </message>
    <message>
        <source>The catalog {0} has changed since it was written: {1} of its {2} pages differ.</source>
        <translation>Der Katalog {0} hat sich seit dem Schreiben verändert: {1} seiner {2} Seiten sind anders.</translation>
    </message>
    <message>
        <source>The client has disconnected.</source>
        <translation>Die Verbindung zum Anfragenden wurde getrennt.</translation>
    </message>
    <message>
        <source>The connection to the Dask scheduler at {0} was lost. Check that it is running. {1}</source>
        <translation>Die Verbindung zum Dask-Scheduler unter {0} ist abgebrochen. Sieh nach, ob er läuft. {1}</translation>
    </message>
    <message>
        <source>The download of {0} cannot be saved: {1}. Install again to continue where it stopped.</source>
        <translation>Der Download von {0} kann nicht gespeichert werden: {1}. Beim nächsten Installieren geht es dort weiter.</translation>
    </message>
    <message>
        <source>The download of {0} was interrupted: {1}. Install again to continue where it stopped.</source>
        <translation>Das Laden von {0} wurde unterbrochen: {1}. Beim nächsten Installieren geht es dort weiter.</translation>
    </message>
    <message>
        <source>The download was stopped. Install again to continue where it stopped.</source>
        <translation>Das Laden wurde angehalten. Beim nächsten Installieren geht es dort weiter.</translation>
    </message>
    <message>
        <source>The file is damaged: its header has no width or height.</source>
        <translation>Die Datei ist beschädigt: Ihr Kopf nennt keine Breite oder Höhe.</translation>
    </message>
    <message>
        <source>The file is damaged: no part of the picture can be decoded.</source>
        <translation>Die Datei ist beschädigt: Nichts vom Bild kann decodiert werden.</translation>
    </message>
    <message>
        <source>The folder {0} is on a different drive than before.</source>
        <translation>Der Ordner {0} liegt auf einem anderen Laufwerk als vorher.</translation>
    </message>
    <message>
        <source>The folder {0} no longer has any pictures: is its drive connected? Its {1} photos were kept.</source>
        <translation>Der Ordner {0} hat keine Bilder mehr: Ist sein Laufwerk verbunden? Seine {1} Fotos wurden behalten.</translation>
    </message>
    <message>
        <source>The folder&apos;s configuration describes a preprocessing of pictures that cbir does not support.</source>
        <translation>Die Konfiguration im Ordner beschreibt eine Vorbereitung der Bilder, die cbir nicht kennt.</translation>
    </message>
    <message>
        <source>The installation was stopped. Only the downloaded part was kept.</source>
        <translation>Die Installation wurde angehalten. Nur der geladene Teil wurde behalten.</translation>
    </message>
    <message>
        <source>The library has no photos from {0}. The left column lists its folders.</source>
        <translation>Die Bibliothek hat keine Fotos aus {0}. Die linke Spalte zeigt ihre Ordner.</translation>
    </message>
    <message>
        <source>The library has no photos yet.</source>
        <translation>Die Bibliothek hat noch keine Fotos.</translation>
    </message>
    <message>
        <source>The library was closed. Open it again.</source>
        <translation>Die Bibliothek wurde geschlossen. Öffne sie neu.</translation>
    </message>
    <message>
        <source>The library {0} is inside {1}: its own files are left out.</source>
        <translation>Die Bibliothek {0} liegt in {1}: Ihre eigenen Dateien werden ausgelassen.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} is a link, and is not written to. Replace it with the file that it leads to.</source>
        <translation>Der Katalog {0} der Bibliothek ist eine Verknüpfung und wird nicht beschrieben. Ersetze sie durch die Datei, auf die sie verweist.</translation>
    </message>
    <message>
        <source>The model reads pictures resized in the mode {0}, which cbir does not support.</source>
        <translation>Das Modell liest Bilder, die auf die Weise {0} verkleinert sind, die cbir nicht kennt.</translation>
    </message>
    <message>
        <source>The names of {0} of {1} photos are being prepared: parts of words and other spellings are not found there yet.</source>
        <translation>Die Namen von {0} von {1} Fotos werden noch vorbereitet: Wortteile und andere Schreibweisen werden dort noch nicht gefunden.</translation>
    </message>
    <message>
        <source>The new words need {0} beside the old ones, and the library&apos;s disk has {1} left. Free some space and begin again. Nothing was changed.</source>
        <translation>Die neuen Wörter brauchen {0} neben den alten, und auf dem Laufwerk der Bibliothek sind {1} frei. Schaffe dort Platz und beginne noch einmal. Nichts wurde verändert.</translation>
    </message>
    <message>
        <source>The number of lists (nprobe) has no effect on this library: a server searches its embeddings.</source>
        <translation>Die Zahl der Listen (nprobe) wirkt sich auf diese Bibliothek nicht aus: ein Server durchsucht ihre Einbettungen.</translation>
    </message>
    <message>
        <source>The number of lists (nprobe) has no effect on this library: it has no trained index of embeddings. Train one with: {0}</source>
        <translation>Die Zahl der Listen (nprobe) wirkt sich auf diese Bibliothek nicht aus: Sie hat keinen trainierten Index der Einbettungen. Trainieren mit: {0}</translation>
    </message>
    <message>
        <source>The number of lists (nprobe) has no effect on this search: it compares no embeddings.</source>
        <translation>Die Zahl der Listen (nprobe) wirkt sich auf diese Suche nicht aus: Sie vergleicht keine Einbettungen.</translation>
    </message>
    <message>
        <source>The photos were not searched by content: {0}</source>
        <translation>Nach dem Inhalt der Fotos wurde nicht gesucht: {0}</translation>
    </message>
    <message>
        <source>The picture has no detail to match: it is blank, blurred or too small. The search found only photos that look like it.</source>
        <translation>Das Bild hat keine Details zum Vergleichen: Es ist leer, unscharf oder zu klein. Die Suche fand nur Fotos, die ihm ähnlich sehen.</translation>
    </message>
    <message>
        <source>The picture is too large: it has more pixels than its header says.</source>
        <translation>Das Bild ist zu groß: Es hat mehr Pixel, als sein Kopf angibt.</translation>
    </message>
    <message>
        <source>The picture is too long and narrow to be compared: {0} x {1} pixels.</source>
        <translation>Das Bild ist zu lang und schmal, um verglichen zu werden: {0} x {1} Pixel.</translation>
    </message>
    <message>
        <source>The query&apos;s photo has moved, or its drive is disconnected. The search used the details stored in the library.</source>
        <translation>Das Foto der Suche wurde verschoben, oder sein Laufwerk ist nicht verbunden. Gesucht wurde mit den Details, die in der Bibliothek gespeichert sind.</translation>
    </message>
    <message>
        <source>The region {0},{1},{2},{3} is outside the picture, which is {4} x {5} pixels.</source>
        <translation>Der Ausschnitt {0},{1},{2},{3} liegt außerhalb des Bildes, das {4} x {5} Pixel hat.</translation>
    </message>
    <message>
        <source>The request is larger than {0}. Send less.</source>
        <translation>Die Anfrage ist größer als {0}. Sende weniger.</translation>
    </message>
    <message>
        <source>The saved searches in {0} cannot be read ({1}). “Check the library…” in the menu Library recovers the readable ones.</source>
        <translation>Die gespeicherten Suchen in {0} können nicht gelesen werden ({1}). „Bibliothek prüfen…“ im Menü Bibliothek behält, was noch lesbar ist.</translation>
    </message>
    <message>
        <source>The search of this album names a file or a folder of the other computer. Its administrator can do this.</source>
        <translation>Die Suche dieses Albums nennt eine Datei oder einen Ordner des anderen Computers. Dessen Betreiber kann das tun.</translation>
    </message>
    <message>
        <source>The service does not know this request.</source>
        <translation>Der Dienst kennt diese Anfrage nicht.</translation>
    </message>
    <message>
        <source>The service does not offer this.</source>
        <translation>Das bietet der Dienst nicht an.</translation>
    </message>
    <message>
        <source>The service is stopping. Ask again in 30 s.</source>
        <translation>Der Dienst wird beendet. Frage in 30 s noch einmal.</translation>
    </message>
    <message>
        <source>The settings show, under Models, those that are available.</source>
        <translation>Die Einstellungen zeigen unter Modelle, welche verfügbar sind.</translation>
    </message>
    <message>
        <source>The system cannot watch {0} ({1}): it is scanned every {2} minutes instead.</source>
        <translation>Das System kann {0} nicht überwachen ({1}): Stattdessen wird alle {2} Minuten nachgesehen.</translation>
    </message>
    <message>
        <source>The thumbnail is damaged. It is rebuilt when its photo is indexed again.</source>
        <translation>Das Vorschaubild ist beschädigt; es wird neu gemacht, wenn sein Foto wieder indexiert wird.</translation>
    </message>
    <message>
        <source>The worker on {0} does not see {1}, or sees another file in its place. All workers must see the photos under the same paths as this computer: mount the folder there, too. {2}</source>
        <translation>Der Worker auf {0} sieht {1} nicht, oder eine andere Datei an dieser Stelle. Alle Worker müssen die Fotos unter denselben Pfaden sehen wie dieser Computer: Binde den Ordner auch dort ein. {2}</translation>
    </message>
    <message>
        <source>The {0} file is damaged or of an unknown kind.</source>
        <translation>Die {0}-Datei ist beschädigt oder von unbekannter Art.</translation>
    </message>
    <message>
        <source>There are no new words for the library&apos;s present photos. Learn them first.</source>
        <translation>Für die jetzigen Fotos der Bibliothek gibt es keine neuen Wörter. Lerne sie zuerst.</translation>
    </message>
    <message>
        <source>There is no album &quot;{0}&quot;. List all albums with: cbir album list</source>
        <translation>Ein Album „{0}“ gibt es nicht. Alle Alben zeigt: cbir album list</translation>
    </message>
    <message>
        <source>There is no field {0}, so it was searched as a word. The fields are {1}.</source>
        <translation>Ein Feld {0} gibt es nicht, deshalb wurde es als Wort gesucht. Die Felder sind {1}.</translation>
    </message>
    <message>
        <source>There is no hit to expand the search with.</source>
        <translation>Es gibt keinen Treffer, mit dem sich die Suche erweitern ließe.</translation>
    </message>
    <message>
        <source>There is no known town called {0}. Did you mean {1}?</source>
        <translation>Ein Ort namens {0} ist nicht bekannt. Meinst du {1}?</translation>
    </message>
    <message>
        <source>There is no known town called {0}. {1}</source>
        <translation>Ein Ort namens {0} ist nicht bekannt. {1}</translation>
    </message>
    <message>
        <source>There is no such album. All albums: /api/albums</source>
        <translation>Dieses Album gibt es nicht. Alle Alben: /api/albums</translation>
    </message>
    <message>
        <source>There is one, but torch cannot use it: {0}. Everything runs on the processor.</source>
        <translation>Es gibt eine, aber torch kann sie nicht verwenden: {0}. Alles läuft auf dem Prozessor.</translation>
    </message>
    <message>
        <source>They are rewritten once the catalog is repaired.</source>
        <translation>Sie werden neu geschrieben, sobald der Katalog repariert ist.</translation>
    </message>
    <message>
        <source>They were rewritten from the present catalog.</source>
        <translation>Sie wurden aus dem jetzigen Katalog neu geschrieben.</translation>
    </message>
    <message>
        <source>They work, but cannot be stored in any folder, so every start is slow.</source>
        <translation>Sie funktionieren, können aber in keinem Ordner gespeichert werden, deshalb dauert jeder Start lange.</translation>
    </message>
    <message>
        <source>This computer does not trust the signer of the certificate of {0}. If it is yours, add it to this system&apos;s certificates.</source>
        <translation>Dieser Computer vertraut dem Aussteller des Zertifikats von {0} nicht. Wenn es deines ist, füge es den Zertifikaten des Systems hinzu.</translation>
    </message>
    <message>
        <source>This kind of {0} file is not supported.</source>
        <translation>Diese Art von {0}-Datei wird nicht unterstützt.</translation>
    </message>
    <message>
        <source>This kind of {0} file is not supported: {1}.</source>
        <translation>Diese Art von {0}-Datei wird nicht unterstützt: {1}.</translation>
    </message>
    <message>
        <source>This library is on another computer. Here you can search it and view its photos; the service&apos;s administrator can do the rest there.</source>
        <translation>Diese Bibliothek liegt auf einem anderen Computer. Hier kannst du sie durchsuchen und ihre Fotos ansehen; den Rest kann dort der Betreiber des Dienstes tun.</translation>
    </message>
    <message>
        <source>This service doesn&apos;t send original files. Start it with --originals to send them.</source>
        <translation>Dieser Dienst sendet keine Originale. Starte ihn mit --originals, um sie zu senden.</translation>
    </message>
    <message>
        <source>This service leaves out where photos were taken, so near: and filters by place don&apos;t work.</source>
        <translation>Dieser Dienst teilt nicht mit, wo Fotos aufgenommen wurden. Deshalb gehen near: und Filter nach Orten nicht.</translation>
    </message>
    <message>
        <source>Videos left out: {0}.</source>
        <translation>Ausgelassene Videos: {0}.</translation>
    </message>
    <message>
        <source>Without a token, this service answers only its own page on this computer.</source>
        <translation>Ohne Token antwortet dieser Dienst nur der eigenen Seite dieses Computers.</translation>
    </message>
    <message>
        <source>does not contain the documents that the catalog lists</source>
        <translation>hat nicht die Dokumente, die der Katalog nennt</translation>
    </message>
    <message>
        <source>does not contain the visual words that the features list</source>
        <translation>enthält nicht die visuellen Wörter, die die Merkmale nennen</translation>
    </message>
    <message>
        <source>has too little free memory</source>
        <translation>hat zu wenig freien Speicher</translation>
    </message>
    <message>
        <source>how large the pictures are</source>
        <translation>wie groß die Bilder sind</translation>
    </message>
    <message>
        <source>how long the texts are</source>
        <translation>wie lang die Texte sind</translation>
    </message>
    <message>
        <source>imported from {0}</source>
        <translation>importiert aus {0}</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>es kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation>es fehlt</translation>
    </message>
    <message>
        <source>it is not well-formed XML ({0})</source>
        <translation>es ist kein wohlgeformtes XML ({0})</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>es ist zu groß</translation>
    </message>
    <message>
        <source>its end is missing</source>
        <translation>sein Ende fehlt</translation>
    </message>
    <message>
        <source>more than 100 languages</source>
        <translation>mehr als 100 Sprachen</translation>
    </message>
    <message>
        <source>not readable now: see “Check the library…” in the menu Library</source>
        <translation>gerade nicht lesbar: siehe „Bibliothek prüfen…“ im Menü Bibliothek</translation>
    </message>
    <message>
        <source>that of the imported towers</source>
        <translation>die der importierten Türme</translation>
    </message>
    <message>
        <source>that of the imported weights</source>
        <translation>die der importierten Gewichte</translation>
    </message>
    <message>
        <source>the keywords could not be put in</source>
        <translation>die Schlagwörter konnten nicht eingesetzt werden</translation>
    </message>
    <message>
        <source>the rating could not be put in</source>
        <translation>die Bewertung konnte nicht eingesetzt werden</translation>
    </message>
    <message>
        <source>there is no RDF in it</source>
        <translation>darin ist kein RDF</translation>
    </message>
    <message>
        <source>they end with exit code {0} before they are ready</source>
        <translation>sie enden mit Code {0}, bevor sie bereit sind</translation>
    </message>
    <message>
        <source>they hang before they are ready</source>
        <translation>sie hängen, bevor sie bereit sind</translation>
    </message>
    <message>
        <source>those of the imported towers</source>
        <translation>die der importierten Türme</translation>
    </message>
    <message>
        <source>those of the imported weights</source>
        <translation>die der importierten Gewichte</translation>
    </message>
    <message>
        <source>torch runs this model, more slowly and with more memory: {0}.</source>
        <translation>torch führt dieses Modell aus, langsamer und mit mehr Speicher: {0}.</translation>
    </message>
    <message>
        <source>{0} Its photos were kept.</source>
        <translation>{0} Die Fotos wurden behalten.</translation>
    </message>
    <message>
        <source>{0} Name a file that cbir codebook train wrote. Nothing was changed.</source>
        <translation>{0} Nenne eine Datei, die cbir codebook train geschrieben hat. Nichts wurde verändert.</translation>
    </message>
    <message>
        <source>{0} Only the photos that were put into this album by hand are shown.</source>
        <translation>{0} Nur die Fotos, die von Hand in dieses Album gelegt wurden, sind zu sehen.</translation>
    </message>
    <message>
        <source>{0} Open the library&apos;s address again, with a token that is valid.</source>
        <translation>{0} Öffne die Adresse der Bibliothek noch einmal, mit einem gültigen Token.</translation>
    </message>
    <message>
        <source>{0} Restore it from a backup.</source>
        <translation>{0} Stelle es aus einer Sicherung wieder her.</translation>
    </message>
    <message>
        <source>{0} The model runs on the CPU.</source>
        <translation>{0} Das Modell läuft auf dem Prozessor.</translation>
    </message>
    <message>
        <source>{0} albums are called &quot;{1}&quot;. Name one by its id: {2}</source>
        <translation>{0} Alben heißen „{1}“. Nenne eines mit seiner Kennung: {2}</translation>
    </message>
    <message>
        <source>{0} and {1} are one folder</source>
        <translation>{0} und {1} sind ein und derselbe Ordner</translation>
    </message>
    <message>
        <source>{0} answers, but not as a service of this program does ({1}).</source>
        <translation>{0} antwortet, aber nicht wie ein Dienst dieses Programms ({1}).</translation>
    </message>
    <message>
        <source>{0} are installed in one place, where each overwrites the other. Uninstall all of them, then install one: pip uninstall {1}</source>
        <translation>{0} sind am selben Ort installiert, wo sie einander überschreiben. Deinstalliere alle und installiere dann eins: pip uninstall {1}</translation>
    </message>
    <message>
        <source>{0} belongs to the library {1} on {2}. Name that one, or another folder with ?folder=DIR</source>
        <translation>{0} gehört zur Bibliothek {1} auf {2}. Nenne diese, oder einen anderen Ordner mit ?folder=DIR</translation>
    </message>
    <message>
        <source>{0} can be found by picture and name only: the model {1} gives it no usable embedding.</source>
        <translation>{0} ist nur über Bild und Namen zu finden: Das Modell {1} gibt dafür kein brauchbares Embedding.</translation>
    </message>
    <message>
        <source>{0} cannot be reached ({1}). Start it, and run the same command again.</source>
        <translation>{0} ist nicht erreichbar ({1}). Starte es und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>{0} cannot be reached. The service may not be running, or you are offline. Try again later.</source>
        <translation>{0} ist nicht erreichbar. Vielleicht läuft der Dienst nicht, oder du bist offline. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>{0} cannot be reached: {1}. Check the connection, or download {2} on another computer and import that file.</source>
        <translation>{0} ist nicht erreichbar: {1}. Prüfe die Verbindung, oder lade {2} auf einem anderen Computer herunter und importiere diese Datei.</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). Open the library&apos;s address again.</source>
        <translation>{0} ist nicht lesbar ({1}). Öffne die Adresse der Bibliothek noch einmal.</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). Restore it, or {2}</source>
        <translation>{0} lässt sich nicht lesen ({1}). Stelle die Datei wieder her, oder {2}</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). {2}</source>
        <translation>{0} kann nicht gelesen werden ({1}). {2}</translation>
    </message>
    <message>
        <source>{0} cannot be read in the trash. Take it out again.</source>
        <translation>{0} ist im Papierkorb nicht lesbar. Hole sie dort wieder heraus.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is cut off, damaged or not a safetensors file.</source>
        <translation>{0} kann nicht gelesen werden: Es ist abgeschnitten, beschädigt oder keine safetensors-Datei.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is cut off, damaged or not torch&apos;s.</source>
        <translation>{0} kann nicht gelesen werden: Es ist abgeschnitten, beschädigt oder nicht von torch.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is not JSON.</source>
        <translation>{0} kann nicht gelesen werden: Es ist kein JSON.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} kann nicht gelesen werden: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be searched for: {1}</source>
        <translation>Mit {0} kann nicht gesucht werden: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be the name of a model: use small letters, digits, dots, hyphens and underscores.</source>
        <translation>{0} kann kein Name eines Modells sein: Nimm kleine Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.</translation>
    </message>
    <message>
        <source>{0} contains a library whose index is on this computer. Name another folder for one on a server.</source>
        <translation>{0} enthält eine Bibliothek, deren Index auf diesem Computer liegt. Nenne für eine auf einem Server einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{0} contains more than named weights: it is not a checkpoint of a model.</source>
        <translation>{0} enthält mehr als benannte Gewichte: Es ist kein Checkpoint eines Modells.</translation>
    </message>
    <message>
        <source>{0} contains no named weights: it is not a checkpoint of a model.</source>
        <translation>{0} enthält keine benannten Gewichte: Es ist kein Checkpoint eines Modells.</translation>
    </message>
    <message>
        <source>{0} could not be decoded ({1}: {2}).</source>
        <translation>{0} konnte nicht decodiert werden ({1}: {2}).</translation>
    </message>
    <message>
        <source>{0} could not be read in the trash, so it was put back.</source>
        <translation>{0} war im Papierkorb nicht lesbar und wurde deshalb zurückgelegt.</translation>
    </message>
    <message>
        <source>{0} could not be written without faults: is the disk sound? Nothing was moved.</source>
        <translation>{0} konnte nicht fehlerfrei geschrieben werden: Ist das Laufwerk in Ordnung? Nichts wurde verschoben.</translation>
    </message>
    <message>
        <source>{0} could not do what it was asked: {1}</source>
        <translation>{0} konnte nicht tun, was verlangt war: {1}</translation>
    </message>
    <message>
        <source>{0} descriptors are too few for {1} words. Give more photos or ask for fewer words.</source>
        <translation>{0} Deskriptoren sind zu wenige für {1} Wörter. Gib mehr Fotos oder verlange weniger Wörter.</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds. Try again later.</source>
        <translation>{0} hat innerhalb von {1} Sekunden nicht geantwortet. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>{0} did not arrive as the hub describes it: its checksum or its size differs. It was deleted. Install again.</source>
        <translation>{0} kam nicht so an, wie der Hub es beschreibt: Prüfsumme oder Größe weichen ab. Es wurde gelöscht. Installiere es neu.</translation>
    </message>
    <message>
        <source>{0} dimensions are too many: the model&apos;s vectors have {1}.</source>
        <translation>{0} Dimensionen sind zu viele: Die Vektoren des Modells haben {1}.</translation>
    </message>
    <message>
        <source>{0} documents are in postings that are not there</source>
        <translation>{0} Dokumente stehen in Listen, die es nicht gibt</translation>
    </message>
    <message>
        <source>{0} documents belong to photos that are not there</source>
        <translation>{0} Dokumente gehören zu Fotos, die es nicht gibt</translation>
    </message>
    <message>
        <source>{0} documents have features that are not there</source>
        <translation>{0} Dokumente haben Merkmale, die es nicht gibt</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}, which has no {2}, one of {3} too many.</source>
        <translation>{0} enthält nicht die Gewichte von {1}, das kein {2} hat, eines von {3} zu viel.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}: {2} has numbers of the type {3}.</source>
        <translation>{0} enthält nicht die Gewichte von {1}: {2} hat Zahlen vom Typ {3}.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}: {2} has the shape {3}, not {4}.</source>
        <translation>{0} enthält nicht die Gewichte von {1}: {2} hat die Form {3}, nicht {4}.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}: {2} is missing, one of {3}.</source>
        <translation>{0} enthält nicht die Gewichte von {1}: {2} fehlt, eines von {3}.</translation>
    </message>
    <message>
        <source>{0} does not have these photos yet. Index your folders again: “Scan for changes”</source>
        <translation>{0} hat diese Fotos noch nicht. Indexiere deine Ordner noch einmal: „Nach Änderungen suchen“</translation>
    </message>
    <message>
        <source>{0} is on Milvus, which cbir does not use any more. Name the folder of that library, or a PostgreSQL server, as in postgresql://localhost/photos</source>
        <translation>{0} liegt auf Milvus, das cbir nicht mehr benutzt. Nenne den Ordner dieser Bibliothek oder einen PostgreSQL-Server, wie in postgresql://localhost/photos</translation>
    </message>
    <message>
        <source>{0} is version {1}. A library needs PostgreSQL {2} or a later one.</source>
        <translation>{0} hat Version {1}. Eine Bibliothek braucht PostgreSQL {2} oder neuer.</translation>
    </message>
    <message>
        <source>{0} lists are too many for {1} embeddings.</source>
        <translation>{0} Listen sind zu viele für {1} Einbettungen.</translation>
    </message>
    <message>
        <source>{0} lists cannot be searched: there are {1}.</source>
        <translation>{0} Listen lassen sich nicht durchsuchen: Es gibt {1}.</translation>
    </message>
    <message>
        <source>{0} must be a function of a module that can be imported: workers describe photos in other processes.</source>
        <translation>{0} muss eine Funktion eines importierbaren Moduls sein: Die Fotos werden in anderen Prozessen beschrieben.</translation>
    </message>
    <message>
        <source>{0} must return at most {1} features, with descriptors of uint8.</source>
        <translation>{0} darf höchstens {1} Merkmale liefern, mit Deskriptoren in uint8.</translation>
    </message>
    <message>
        <source>{0} must return cbir.Features of the size {1}.</source>
        <translation>{0} muss cbir.Features der Größe {1} liefern.</translation>
    </message>
    <message>
        <source>{0} of the stored photo counts are wrong</source>
        <translation>{0} der gespeicherten Fotozahlen sind falsch</translation>
    </message>
    <message>
        <source>{0} of {1} photos cannot be found by content yet.</source>
        <translation>{0} von {1} Fotos sind noch nicht nach Inhalt zu finden.</translation>
    </message>
    <message>
        <source>{0} of {1} photos were read by an earlier version, which knew no exposure and no names of people{2}.</source>
        <translation>{0} von {1} Fotos hat eine frühere Version gelesen, die weder Belichtung noch Namen von Personen kannte{2}.</translation>
    </message>
    <message>
        <source>{0} people are called {1}. Say which one, by number.</source>
        <translation>{0} Personen heißen {1}. Sag mit der Nummer, welche gemeint ist.</translation>
    </message>
    <message>
        <source>{0} photos are filtered by a wrong date</source>
        <translation>{0} Fotos werden nach einem falschen Datum gefiltert</translation>
    </message>
    <message>
        <source>{0} photos are filtered by a wrong rating</source>
        <translation>{0} Fotos werden nach einer falschen Bewertung gefiltert</translation>
    </message>
    <message>
        <source>{0} photos are filtered by another version of their content</source>
        <translation>{0} Fotos werden nach einer anderen Fassung ihres Inhalts gefiltert</translation>
    </message>
    <message>
        <source>{0} photos are missing from the filters or listed there in error</source>
        <translation>{0} Fotos fehlen bei den Filtern oder stehen dort zu Unrecht</translation>
    </message>
    <message>
        <source>{0} photos are missing from the full text or listed there in error</source>
        <translation>{0} Fotos fehlen im Volltext oder stehen dort zu Unrecht</translation>
    </message>
    <message>
        <source>{0} photos are not searchable until they are read again.</source>
        <translation>{0} Fotos sind nicht durchsuchbar, bis sie neu gelesen werden.</translation>
    </message>
    <message>
        <source>{0} reads pictures that are not square, which cbir does not support.</source>
        <translation>{0} liest Bilder, die nicht quadratisch sind, was cbir nicht kennt.</translation>
    </message>
    <message>
        <source>{0} refers to a library on another computer. Open it in the window: cbir gui --library ADDRESS</source>
        <translation>{0} verweist auf eine Bibliothek auf einem anderen Computer. Öffne sie im Fenster: cbir gui --library ADDRESS</translation>
    </message>
    <message>
        <source>{0} returned positions, scales or angles that are not finite.</source>
        <translation>{0} hat Positionen, Größen oder Winkel geliefert, die nicht endlich sind.</translation>
    </message>
    <message>
        <source>{0} several frames or pages: only the first was indexed.</source>
        <translation>{0} mehrere Einzelbilder oder Seiten: Indexiert wurde jeweils das erste.</translation>
    </message>
    <message>
        <source>{0} does not say how pictures are made ready: it needs {1}, {2} or {3}.</source>
        <translation>{0} sagt nicht, wie Bilder vorbereitet werden: Es braucht {1}, {2} oder {3}.</translation>
    </message>
    <message>
        <source>A GPU needs torch and open_clip. {0}</source>
        <translation>Eine Grafikkarte braucht torch und open_clip. {0}</translation>
    </message>
    <message>
        <source>Reading text in photos needs the package rapidocr, which is not installed. {0}</source>
        <translation>Um Text in Fotos zu lesen, fehlt das Paket rapidocr. {0}</translation>
    </message>
    <message>
        <source>The package rapidocr in {0} lacks its models ({1}). {2}</source>
        <translation>Dem Paket rapidocr in {0} fehlen seine Modelle ({1}). {2}</translation>
    </message>
    <message>
        <source>The service needs packages that are not installed ({0}). {1}</source>
        <translation>Der Dienst braucht Pakete, die hier fehlen ({0}). {1}</translation>
    </message>
    <message>
        <source>The sign &quot;{0}&quot; is not read.</source>
        <translation>Das Schild „{0}“ wird nicht gelesen.</translation>
    </message>
    <message>
        <source>There is one, and this installation has no way to it: everything runs on the processor. {0}</source>
        <translation>Es gibt eine, aber diese Installation kann sie nicht nutzen: Alles läuft auf dem Prozessor. {0}</translation>
    </message>
    <message>
        <source>This installation lacks a compiled loop. {0}</source>
        <translation>Dieser Installation fehlt eine kompilierte Schleife. {0}</translation>
    </message>
    <message>
        <source>This installed program does not bring that; cbir as a Python package does.</source>
        <translation>Dieses installierte Programm bringt das nicht mit; cbir als Python-Paket schon.</translation>
    </message>
    <message>
        <source>This installed program reads no JPEG XL pictures; cbir as a Python package does, with the extra jxl.</source>
        <translation>Dieses installierte Programm liest kein JPEG XL; cbir als Python-Paket mit dem Extra jxl schon.</translation>
    </message>
    <message>
        <source>Workers on other computers need packages that are not installed ({0}). {1}</source>
        <translation>Worker auf anderen Computern brauchen Pakete, die hier fehlen ({0}). {1}</translation>
    </message>
    <message>
        <source>{0} That needs packages that are not installed ({1}). {2}</source>
        <translation>{0} Das braucht Pakete, die hier fehlen ({1}). {2}</translation>
    </message>
    <message>
        <source>{0} cannot be loaded: the file is damaged. {1}</source>
        <translation>{0} lässt sich nicht laden: Die Datei ist beschädigt. {1}</translation>
    </message>
    <message>
        <source>{0} does not say where its server is. Restore it, or {1}</source>
        <translation>{0} sagt nicht, wo ihr Server ist. Stelle die Datei wieder her, oder {1}</translation>
    </message>
    <message>
        <source>{0} ends early.</source>
        <translation>{0} endet zu früh.</translation>
    </message>
    <message>
        <source>{0} files are both photos and failures</source>
        <translation>{0} Dateien sind zugleich Fotos und Fehlschläge</translation>
    </message>
    <message>
        <source>{0} gives vectors that cannot be compared: its weights are damaged.</source>
        <translation>{0} gibt Vektoren, die nicht vergleichbar sind: Die Gewichte sind beschädigt.</translation>
    </message>
    <message>
        <source>{0} has no effect on an exact search. Add: {1}</source>
        <translation>{0} hat bei einer exakten Suche keine Wirkung. Ergänzen: {1}</translation>
    </message>
    <message>
        <source>{0} has no effect up to {1} embeddings, which are all compared, and this library has {2}. Add: {3}</source>
        <translation>{0} hat bis {1} Einbettungen keine Wirkung, weil alle verglichen werden, und diese Bibliothek hat {2}. Ergänzen: {3}</translation>
    </message>
    <message>
        <source>{0} has no readable manifest ({1}).</source>
        <translation>{0} hat kein lesbares Verzeichnis ({1}).</translation>
    </message>
    <message>
        <source>{0} has no readable {1}: it is not a model.</source>
        <translation>{0} hat kein lesbares {1}: Es ist kein Modell.</translation>
    </message>
    <message>
        <source>{0} has no {1} tower: none of {2} is there.</source>
        <translation>{0} hat keinen {1}-Turm: Keines von {2} ist da.</translation>
    </message>
    <message>
        <source>{0} has no {1}: without it no sentence can be read.</source>
        <translation>{0} hat kein {1}: Ohne das kann kein Satz gelesen werden.</translation>
    </message>
    <message>
        <source>{0} has not seen the photos yet.</source>
        <translation>{0} hat die Fotos noch nicht gesehen.</translation>
    </message>
    <message>
        <source>{0} has version {1} of cbir, this computer {2}</source>
        <translation>{0} hat Version {1} von cbir, dieser Computer {2}</translation>
    </message>
    <message>
        <source>{0} is a file of weights: name its architecture, such as ViT-B-32.</source>
        <translation>{0} ist eine Datei mit Gewichten: Nenne ihre Architektur, etwa ViT-B-32.</translation>
    </message>
    <message>
        <source>{0} is a part of the library itself. Name a folder of photos.</source>
        <translation>{0} ist ein Teil der Bibliothek selbst. Nenne einen Ordner mit Fotos.</translation>
    </message>
    <message>
        <source>{0} is a {1} of format {2}, not a {3} of format {4}.</source>
        <translation>{0} ist {1} im Format {2}, nicht {3} im Format {4}.</translation>
    </message>
    <message>
        <source>{0} is being installed by another process. Wait until it is done.</source>
        <translation>{0} wird gerade von einem anderen Programm installiert. Warte, bis es fertig ist.</translation>
    </message>
    <message>
        <source>{0} is damaged: its arrays are not {1} x {2} numbers ({3}).</source>
        <translation>{0} ist beschädigt: Seine Felder sind nicht {1} x {2} Zahlen ({3}).</translation>
    </message>
    <message>
        <source>{0} is damaged: its checksums do not fit its files ({1}).</source>
        <translation>{0} ist beschädigt: Prüfsummen und Dateien passen nicht zusammen ({1}).</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} has numbers that are not finite.</source>
        <translation>{0} ist beschädigt: {1} hat Zahlen, die nicht endlich sind.</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} is missing or has another size ({2}).</source>
        <translation>{0} ist beschädigt: {1} fehlt oder hat eine andere Größe ({2}).</translation>
    </message>
    <message>
        <source>{0} is not a checkpoint: neither safetensors nor one that torch wrote.</source>
        <translation>{0} ist kein Checkpoint: weder safetensors noch von torch geschrieben.</translation>
    </message>
    <message>
        <source>{0} is not a date. Write it as 2019, 2019-07 or 2019-07-14.</source>
        <translation>{0} ist kein Datum. Schreibe 2019, 2019-07 oder 2019-07-14.</translation>
    </message>
    <message>
        <source>{0} is not a library address. {1}</source>
        <translation>{0} ist keine Bibliotheksadresse. {1}</translation>
    </message>
    <message>
        <source>{0} is not a library and not empty. Name an empty or new folder for the library.</source>
        <translation>{0} ist keine Bibliothek und nicht leer. Nenne einen leeren oder neuen Ordner für die Bibliothek.</translation>
    </message>
    <message>
        <source>{0} is not a photo of the library. To add its folder, choose: “Add folder…” in the menu Library</source>
        <translation>{0} ist kein Foto der Bibliothek. Füge seinen Ordner hinzu: „Ordner hinzufügen…“ im Menü Bibliothek</translation>
    </message>
    <message>
        <source>{0} is not a tokenizer that can be read.</source>
        <translation>{0} ist kein lesbarer Tokenizer.</translation>
    </message>
    <message>
        <source>{0} is not a town. Name one, and the distance that you mean: near:&quot;{1}~200km&quot;.</source>
        <translation>{0} ist kein Ort. Nenne einen und die Entfernung, die du meinst: near:&quot;{1}~200km&quot;.</translation>
    </message>
    <message>
        <source>{0} is not a whole backup of a library ({1}).</source>
        <translation>{0} ist keine vollständige Sicherung einer Bibliothek ({1}).</translation>
    </message>
    <message>
        <source>{0} is not empty. Name a new or empty folder.</source>
        <translation>{0} ist nicht leer. Nenne einen neuen oder leeren Ordner.</translation>
    </message>
    <message>
        <source>{0} is not empty. Restore into a new or empty folder, named with --library.</source>
        <translation>{0} ist nicht leer. Stelle in einen neuen oder leeren Ordner wieder her, mit --library genannt.</translation>
    </message>
    <message>
        <source>{0} is not the address of a Dask scheduler. Give it as the scheduler prints it, such as tcp://192.168.1.20:8786</source>
        <translation>{0} ist nicht die Adresse eines Dask-Schedulers. Gib sie so an, wie der Scheduler sie ausgibt, etwa tcp://192.168.1.20:8786</translation>
    </message>
    <message>
        <source>{0} is nowhere on earth: latitudes go from -90 to 90, longitudes from -180 to 180. {1}</source>
        <translation>{0} liegt nirgends auf der Erde: Breiten gehen von -90 bis 90, Längen von -180 bis 180. {1}</translation>
    </message>
    <message>
        <source>{0} is of another model.</source>
        <translation>{0} ist von einem anderen Modell.</translation>
    </message>
    <message>
        <source>{0} is on a network drive, where a library could be damaged. Name a folder on a drive of this computer with --library; your photos can stay on the network. A library that is there already can be searched, and moved with: cbir library move</source>
        <translation>{0} ist auf einem Netzlaufwerk, wo eine Bibliothek Schaden nehmen könnte. Nenne mit --library einen Ordner auf einem Laufwerk dieses Computers; deine Fotos können im Netz bleiben. Eine Bibliothek, die schon dort ist, kann durchsucht werden und zieht um mit: cbir library move</translation>
    </message>
    <message>
        <source>{0} is the folder {1}</source>
        <translation>{0} ist der Ordner {1}</translation>
    </message>
    <message>
        <source>{0} is {1} on {2}, and {3} here. Install the same versions on all computers: pip install -c constraints.txt does.</source>
        <translation>{0} ist {1} auf {2} und {3} hier. Installiere auf allen Computern dieselben Versionen: mit pip install -c constraints.txt.</translation>
    </message>
    <message>
        <source>{0} names no service. Open the library&apos;s address again.</source>
        <translation>{0} nennt keinen Dienst. Öffne die Adresse der Bibliothek noch einmal.</translation>
    </message>
    <message>
        <source>{0} needs a tokenizer.json, which open_clip does not ship. Put the one of {1} beside the checkpoint, or name it.</source>
        <translation>{0} braucht eine tokenizer.json, die open_clip nicht mitbringt. Lege die von {1} neben den Checkpoint, oder nenne sie.</translation>
    </message>
    <message>
        <source>{0} of the first {1} hits were not among them before.</source>
        <translation>{0} der ersten {1} Treffer waren vorher nicht darunter.</translation>
    </message>
    <message>
        <source>{0} of the model in {1} cannot be loaded: the file is damaged or no tower.</source>
        <translation>{0} des Modells in {1} kann nicht geladen werden: Die Datei ist beschädigt oder kein Turm.</translation>
    </message>
    <message>
        <source>{0} of the model in {1} gives no row for each input.</source>
        <translation>{0} des Modells in {1} gibt nicht für jede Eingabe eine Zeile.</translation>
    </message>
    <message>
        <source>{0} of the model in {1} has more than one input.</source>
        <translation>{0} des Modells in {1} hat mehr als einen Eingang.</translation>
    </message>
    <message>
        <source>{0} of them had different stars: those of {1} were kept.</source>
        <translation>{0} davon hatten verschiedene Sterne: Die von {1} blieben.</translation>
    </message>
    <message>
        <source>{0} of {1} photos are not in the index on the server yet{2}.</source>
        <translation>{0} von {1} Fotos sind noch nicht im Index auf dem Server{2}.</translation>
    </message>
    <message>
        <source>{0} on {1} {2}, {3}.</source>
        <translation>{0} unter {1} {2}, {3}.</translation>
    </message>
    <message>
        <source>{0} photos are indexed twice</source>
        <translation>{0} Fotos sind zweimal indexiert</translation>
    </message>
    <message>
        <source>{0} photos can be found by picture and name only, {1} among them: the model {2} gives them no usable embedding.</source>
        <translation>{0} Fotos sind nur über Bild und Namen zu finden, darunter {1}: Das Modell {2} gibt dafür kein brauchbares Embedding.</translation>
    </message>
    <message>
        <source>{0} pictures have</source>
        <translation>{0} Bilder haben</translation>
    </message>
    <message>
        <source>{0} refused to give {1} of {2} (HTTP {3}).</source>
        <translation>{0} hat {1} von {2} verweigert (HTTP {3}).</translation>
    </message>
    <message>
        <source>{0} runs different cbir code from this computer</source>
        <translation>{0} hat anderen Code von cbir als dieser Computer</translation>
    </message>
    <message>
        <source>{0} thumbnails are lost, and their photos cannot be read now.</source>
        <translation>{0} Vorschaubilder sind verloren, und ihre Fotos können jetzt nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{0} thumbnails were missing or damaged.</source>
        <translation>{0} Vorschaubilder fehlten oder waren beschädigt.</translation>
    </message>
    <message>
        <source>{0} was made by another version of FAISS.</source>
        <translation>{0} stammt von einer anderen Version von FAISS.</translation>
    </message>
    <message>
        <source>{0} was refused: it is a program (TorchScript), not weights alone. Ask for the same weights as safetensors.</source>
        <translation>{0} wurde abgelehnt: Es ist ein Programm (TorchScript), nicht nur Gewichte. Frage nach denselben Gewichten als safetensors.</translation>
    </message>
    <message>
        <source>{0} was refused: reading it would run code that the file brings, or it is damaged. Ask for the same weights as safetensors.</source>
        <translation>{0} wurde abgelehnt: Beim Lesen liefe Code aus der Datei, oder sie ist beschädigt. Frage nach denselben Gewichten als safetensors.</translation>
    </message>
    <message>
        <source>{0} was understood as {1}.</source>
        <translation>{0} wurde als {1} verstanden.</translation>
    </message>
    <message>
        <source>{0} was understood as {1}. For another one, name its country or state too: near:&quot;{2}&quot;.</source>
        <translation>{0} wurde als {1} verstanden. Für einen anderen Ort nenne auch sein Land: near:&quot;{2}&quot;.</translation>
    </message>
    <message>
        <source>{0} were kept. Look through them: one of them may not be what you saved.</source>
        <translation>{0} wurden behalten. Sieh sie durch: Eine davon ist vielleicht nicht, was du gespeichert hast.</translation>
    </message>
    <message>
        <source>{0} words, {1} of them in a photo of a cat.</source>
        <translation>{0} Wörter, davon {1} in einem Foto einer Katze.</translation>
    </message>
    <message>
        <source>{0}. It finds &quot;a cat&quot;.</source>
        <translation>{0}. Es findet „a cat“.</translation>
    </message>
    <message>
        <source>{0}/{1} cannot be read: {2} ({3}).</source>
        <translation>{0}/{1} kann nicht gelesen werden: {2} ({3}).</translation>
    </message>
    <message>
        <source>{0}/{1} is damaged: {2} has changed since it was written ({3}).</source>
        <translation>{0}/{1} ist beschädigt: {2} hat sich seit dem Schreiben geändert ({3}).</translation>
    </message>
    <message>
        <source>{0}/{1} is damaged: {2} is not as long as it should be ({3}).</source>
        <translation>{0}/{1} ist beschädigt: {2} ist nicht so lang, wie es sollte ({3}).</translation>
    </message>
    <message>
        <source>{0}/{1} was made by another {2} than the catalog says ({3}).</source>
        <translation>{0}/{1} wurde mit einem anderen {2} gemacht, als der Katalog sagt ({3}).</translation>
    </message>
    <message>
        <source>{0}: its photos are in the library once now, with the marks and album places of both.</source>
        <translation>{0}: Seine Fotos sind jetzt einmal in der Bibliothek, mit den Bewertungen, Stichwörtern und Albumplätzen von beiden.</translation>
    </message>
    <message>
        <source>{0}: needs a place right behind it. {1}</source>
        <translation>{0}: braucht direkt dahinter einen Ort. {1}</translation>
    </message>
    <message>
        <source>{0}: needs a value behind it.</source>
        <translation>{0}: braucht einen Wert dahinter.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a known country or region. Write {0}:Norway or {0}:Bavaria.</source>
        <translation>{0}:{1} ist als Land oder Region nicht bekannt. Schreibe {0}:Norwegen oder {0}:Bayern.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a month. Write {0}:8, {0}:August or {0}:6..8.</source>
        <translation>{0}:{1} ist kein Monat. Schreibe {0}:8, {0}:August oder {0}:6..8.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a number.</source>
        <translation>{0}:{1} ist keine Zahl.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a number. Write {2}:{3}, for example.</source>
        <translation>{0}:{1} ist keine Zahl. Schreibe zum Beispiel {2}:{3}.</translation>
    </message>
    <message>
        <source>{0}:{1} is not known. It can be {2} or {3}.</source>
        <translation>{0}:{1} ist nicht bekannt. Es kann {2} oder {3} sein.</translation>
    </message>
    <message>
        <source>New in this album.</source>
        <translation>Neu in diesem Album.</translation>
    </message>
    <message>
        <source>One item with {file}.</source>
        <translation>Gehört zusammen mit {file}.</translation>
    </message>
    <message numerus="yes">
        <source>Stack of %Ln near-duplicates.</source>
        <translation>
            <numerusform>Stapel mit %Ln Foto.</numerusform>
            <numerusform>Stapel mit %Ln fast gleichen Fotos.</numerusform>
        </translation>
    </message>
    <message>
        <source>In an open stack.</source>
        <translation>In einem offenen Stapel.</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Find in this text</source>
        <translation>In diesem Text suchen</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Search with a picture or with words</source>
        <translation>Mit einem Bild oder mit Worten suchen</translation>
    </message>
    <message>
        <source>Drop a picture here, paste one, or type what a photo shows. Results come as you type.</source>
        <translation>Zieh ein Bild hierher, füge eines ein, oder tippe, was ein Foto zeigt. Treffer kommen schon beim Tippen.</translation>
    </message>
    <message>
        <source>Frame what you mean</source>
        <translation>Einrahmen, was du meinst</translation>
    </message>
    <message>
        <source>Frame a part of a picture, or of the screen, to look for that thing alone.</source>
        <translation>Rahme einen Teil eines Bildes oder des Bildschirms ein, um nur danach zu suchen.</translation>
    </message>
    <message>
        <source>Narrow it down</source>
        <translation>Die Auswahl eingrenzen</translation>
    </message>
    <message>
        <source>Filter by date, place, camera or stars. Right-click a photo for “More like this” and “Fewer like this”.</source>
        <translation>Filtere nach Datum, Ort, Kamera oder Sternen. Ein Rechtsklick auf ein Foto bietet „Mehr solche Fotos“ und „Weniger solche Fotos“.</translation>
    </message>
    <message>
        <source>Help is here</source>
        <translation>Hier ist Hilfe</translation>
    </message>
    <message>
        <source>The guide, this tour and a list of every key are in the Help menu. F1 shows the keys.</source>
        <translation>Die Anleitung, dieser Rundgang und eine Liste aller Tasten sind im Menü „Hilfe“. F1 zeigt die Tasten.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>{card} of {cards}</source>
        <translation>{card} von {cards}</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Anleitung</translation>
    </message>
    <message>
        <source>What’s new</source>
        <translation>Neuigkeiten</translation>
    </message>
    <message>
        <source>{number}%</source>
        <translation>{number}&#xa0;%</translation>
    </message>
    <message>
        <source>{what}: {why}</source>
        <translation>{what}: {why}</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>„{words}“</translation>
    </message>
    <message>
        <source>Red: your words were found here. Blue: this speaks against them.</source>
        <translation>Rot: Hier wurden deine Wörter gefunden. Blau: Das spricht dagegen.</translation>
    </message>
    <message>
        <source>Most at the top left</source>
        <translation>Am meisten oben links</translation>
    </message>
    <message>
        <source>Most at the top</source>
        <translation>Am meisten oben</translation>
    </message>
    <message>
        <source>Most at the top right</source>
        <translation>Am meisten oben rechts</translation>
    </message>
    <message>
        <source>Most on the left</source>
        <translation>Am meisten links</translation>
    </message>
    <message>
        <source>Most in the middle</source>
        <translation>Am meisten in der Mitte</translation>
    </message>
    <message>
        <source>Most on the right</source>
        <translation>Am meisten rechts</translation>
    </message>
    <message>
        <source>Most at the bottom left</source>
        <translation>Am meisten unten links</translation>
    </message>
    <message>
        <source>Most at the bottom</source>
        <translation>Am meisten unten</translation>
    </message>
    <message>
        <source>Most at the bottom right</source>
        <translation>Am meisten unten rechts</translation>
    </message>
    <message>
        <source>Checking which parts match your words…</source>
        <translation>Es wird geprüft, welche Teile zu deinen Wörtern passen…</translation>
    </message>
    <message>
        <source>No details to compare: it is blank, blurred or too small</source>
        <translation>Keine Details zum Vergleichen: Es ist leer, unscharf oder zu klein</translation>
    </message>
    <message>
        <source>{count} details to compare</source>
        <translation>{count} Details zum Vergleichen</translation>
    </message>
    <message numerus="yes">
        <source>Word {number}: {share} of the weight of all shared words. It is in %Ln photo(s): idf {idf}.</source>
        <translation>
            <numerusform>Wort {number}: {share} des Gewichts aller gemeinsamen Wörter. Es ist in %Ln Foto: idf {idf}.</numerusform>
            <numerusform>Wort {number}: {share} des Gewichts aller gemeinsamen Wörter. Es ist in %Ln Fotos: idf {idf}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for changes…</source>
        <translation>Änderungen werden gesucht …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln Änderung</numerusform>
            <numerusform>%Ln Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>No change</source>
        <translation>Keine Änderung</translation>
    </message>
    <message>
        <source>{shared} of {all} visual words are shared; the numbered ones have {share} of their weight</source>
        <translation>{shared} von {all} visuellen Wörtern sind gemeinsam; die nummerierten haben {share} ihres Gewichts</translation>
    </message>
    <message>
        <source>No visual words are shared</source>
        <translation>Keine gemeinsamen visuellen Wörter</translation>
    </message>
    <message>
        <source>Open a library on another computer</source>
        <translation>Bibliothek auf einem anderen Computer öffnen</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Address:</source>
        <translation>Adresse:</translation>
    </message>
    <message>
        <source>Token:</source>
        <translation>Token:</translation>
    </message>
    <message>
        <source>The service&apos;s administrator gives you both. The token is kept in a file that only you can read; leave it empty to use the previous one.</source>
        <translation>Beides bekommst du vom Betreiber des Dienstes. Das Token wird in einer Datei aufbewahrt, die nur du lesen kannst; lass es leer, um das bisherige zu verwenden.</translation>
    </message>
    <message>
        <source>Drop it on the search bar. This service doesn’t send original files to other programs.</source>
        <translation>Lege es auf der Suchleiste ab. Dieser Dienst sendet keine Originale an andere Programme.</translation>
    </message>
    <message>
        <source>The first {most} photos were copied. Export the others.</source>
        <translation>Die ersten {most} Fotos wurden kopiert. Exportiere die anderen.</translation>
    </message>
    <message>
        <source>Text in your picture can be read only for a library on this computer.</source>
        <translation>Der Text deines Bildes kann nur gelesen werden, wenn die Bibliothek auf diesem Computer liegt.</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Schreibe, was du tun möchtest</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>No command fits.</source>
        <translation>Kein Befehl passt.</translation>
    </message>
    <message>
        <source>Drop or paste a picture to find its photos, or type what they show. Nothing leaves this computer.</source>
        <translation>Bild ablegen oder einfügen, oder schreiben, was die Fotos zeigen. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Zum Beispiel</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Search for {words}</source>
        <translation>Nach {words} suchen</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Picked</source>
        <translation>Markiert</translation>
    </message>
    <message>
        <source>Label: {label}</source>
        <translation>Etikett: {label}</translation>
    </message>
    <message numerus="yes">
        <source>your decision about %Ln pair(s)</source>
        <translation>
            <numerusform>deine Entscheidung über %Ln Paar</numerusform>
            <numerusform>deine Entscheidung über %Ln Paare</numerusform>
        </translation>
    </message>
    <message>
        <source>{photos} · frees {size}</source>
        <translation>{photos} · {size} frei</translation>
    </message>
    <message numerus="yes">
        <source>%Ln to go</source>
        <translation>
            <numerusform>%Ln kommt weg</numerusform>
            <numerusform>%Ln kommen weg</numerusform>
        </translation>
    </message>
    <message>
        <source>All stay</source>
        <translation>Alle bleiben</translation>
    </message>
    <message>
        <source>{judged} of {all} judged</source>
        <translation>{judged} von {all} beurteilt</translation>
    </message>
    <message>
        <source>Groups of duplicates</source>
        <translation>Gruppen doppelter Fotos</translation>
    </message>
    <message>
        <source>Enter or a double click shows the pairs of a group large.</source>
        <translation>Die Eingabetaste oder ein Doppelklick zeigt die Paare einer Gruppe groß.</translation>
    </message>
    <message>
        <source>Draw a circle to search in (Shift and a drag does it too)</source>
        <translation>Einen Kreis ziehen, um darin zu suchen (auch mit der Umschalttaste)</translation>
    </message>
    <message>
        <source>Show these photos</source>
        <translation>Diese Fotos zeigen</translation>
    </message>
    <message>
        <source>Put in the middle</source>
        <translation>In die Mitte setzen</translation>
    </message>
    <message>
        <source>Gives the selected photos the position in the middle of the map</source>
        <translation>Gibt den gewählten Fotos die Position in der Mitte der Karte</translation>
    </message>
    <message>
        <source>Drag photos onto the map to say where they were taken.</source>
        <translation>Ziehe Fotos auf die Karte, um anzugeben, wo sie aufgenommen wurden.</translation>
    </message>
    <message>
        <source>None of these photos says where it was taken.</source>
        <translation>Keines dieser Fotos sagt, wo es aufgenommen wurde.</translation>
    </message>
    <message>
        <source>No photo for the map</source>
        <translation>Kein Foto für die Karte</translation>
    </message>
    <message>
        <source>{photos} in view</source>
        <translation>{photos} im Bild</translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a position</source>
        <translation>
            <numerusform>%Ln ohne Position</numerusform>
            <numerusform>%Ln ohne Position</numerusform>
        </translation>
    </message>
    <message>
        <source>The program looks for faces in your photos and puts like ones together, on this computer alone; you give the names. What it stores is in this library and in your backups of it. You can erase all of it at any time.</source>
        <translation>Das Programm sucht Gesichter in deinen Fotos und ordnet ähnliche einander zu, nur auf diesem Computer; die Namen gibst du. Was es speichert, ist in dieser Bibliothek und in deinen Sicherungen davon. Du kannst alles jederzeit löschen.</translation>
    </message>
    <message>
        <source>Name the selected person; Enter confirms</source>
        <translation>Die ausgewählte Person benennen; Eingabe bestätigt</translation>
    </message>
    <message>
        <source>Somebody is called {name} already. Is it the same person?</source>
        <translation>{name} heißt schon jemand. Ist es dieselbe Person?</translation>
    </message>
    <message>
        <source>Same person</source>
        <translation>Dieselbe Person</translation>
    </message>
    <message>
        <source>Somebody else</source>
        <translation>Jemand anderes</translation>
    </message>
    <message>
        <source>Another person of the same name</source>
        <translation>Eine andere Person mit demselben Namen</translation>
    </message>
    <message>
        <source>Make one person of the selected ones</source>
        <translation>Aus den ausgewählten eine Person machen</translation>
    </message>
    <message>
        <source>Not this person</source>
        <translation>Nicht diese Person</translation>
    </message>
    <message>
        <source>Take the selected faces out</source>
        <translation>Die ausgewählten Gesichter herausnehmen</translation>
    </message>
    <message>
        <source>Show photos</source>
        <translation>Fotos zeigen</translation>
    </message>
    <message>
        <source>Search for the photos of this person</source>
        <translation>Die Fotos dieser Person suchen</translation>
    </message>
    <message>
        <source>Use as cover</source>
        <translation>Als Titelbild</translation>
    </message>
    <message>
        <source>Show the person by the selected face</source>
        <translation>Die Person mit dem ausgewählten Gesicht zeigen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Leave the selected ones out, or show them again</source>
        <translation>Die ausgewählten weglassen oder wieder zeigen</translation>
    </message>
    <message>
        <source>Show hidden people</source>
        <translation>Ausgeblendete Personen zeigen</translation>
    </message>
    <message>
        <source>Save names…</source>
        <translation>Namen speichern …</translation>
    </message>
    <message>
        <source>Save names and the places of faces to XMP sidecar files</source>
        <translation>Namen und Stellen der Gesichter in XMP-Begleitdateien speichern</translation>
    </message>
    <message>
        <source>Erase…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Remove every face and name from this library for good</source>
        <translation>Alle Gesichter und Namen endgültig aus dieser Bibliothek entfernen</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Face {at} of {total}</source>
        <translation>Gesicht {at} von {total}</translation>
    </message>
    <message>
        <source>Is this {name}?</source>
        <translation>Ist das {name}?</translation>
    </message>
    <message>
        <source>Without a name</source>
        <translation>Ohne Namen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln face(s)</source>
        <translation>
            <numerusform>%Ln Gesicht</numerusform>
            <numerusform>%Ln Gesichter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln named</source>
        <comment>people</comment>
        <translation>
            <numerusform>%Ln mit Namen</numerusform>
            <numerusform>%Ln mit Namen</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a face, and type the name.</source>
        <translation>Wähle ein Gesicht, und gib den Namen ein.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) still to look through</source>
        <translation>
            <numerusform>%Ln Foto noch durchzusehen</numerusform>
            <numerusform>%Ln Fotos noch durchzusehen</numerusform>
        </translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Who is in your photos?</source>
        <translation>Wer ist auf deinen Fotos?</translation>
    </message>
    <message>
        <source>Photos are looked through in the background, while the computer has time.</source>
        <translation>Die Fotos werden im Hintergrund durchgesehen, wenn der Computer Zeit hat.</translation>
    </message>
    <message>
        <source>Looking for faces…</source>
        <translation>Suche nach Gesichtern …</translation>
    </message>
    <message>
        <source>No two photos show the same face.</source>
        <translation>Keine zwei Fotos zeigen dasselbe Gesicht.</translation>
    </message>
    <message>
        <source>Nobody yet</source>
        <translation>Noch niemand</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>Wieder zeigen</translation>
    </message>
    <message>
        <source>{person}, hidden</source>
        <translation>{person}, ausgeblendet</translation>
    </message>
    <message>
        <source>Comparing photos…</source>
        <translation>Fotos werden verglichen …</translation>
    </message>
    <message>
        <source>Save film</source>
        <translation>Film speichern</translation>
    </message>
    <message>
        <source>Moving pictures (*.gif)</source>
        <translation>Bewegte Bilder (*.gif)</translation>
    </message>
    <message>
        <source>Films (*.mp4)</source>
        <translation>Filme (*.mp4)</translation>
    </message>
    <message>
        <source>Saving the film…</source>
        <translation>Film wird gespeichert …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) of the same thing</source>
        <translation>
            <numerusform>%Ln Wert desselben Motivs</numerusform>
            <numerusform>%Ln Werte desselben Motivs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln offer(s) dismissed</source>
        <translation>
            <numerusform>%Ln Angebot verworfen</numerusform>
            <numerusform>%Ln Angebote verworfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) offered again</source>
        <translation>
            <numerusform>%Ln Angabe wieder angeboten</numerusform>
            <numerusform>%Ln Angaben wieder angeboten</numerusform>
        </translation>
    </message>
    <message>
        <source>Name the selected thing; Enter confirms</source>
        <translation>Das ausgewählte Motiv benennen; Eingabe bestätigt</translation>
    </message>
    <message>
        <source>Same thing</source>
        <translation>Dasselbe Motiv</translation>
    </message>
    <message>
        <source>Make one thing of the selected ones</source>
        <translation>Aus den ausgewählten ein Motiv machen</translation>
    </message>
    <message>
        <source>Show all photos of this thing</source>
        <translation>Alle Fotos dieses Motivs zeigen</translation>
    </message>
    <message>
        <source>Share details…</source>
        <translation>Angaben weitergeben …</translation>
    </message>
    <message>
        <source>Give photos the keywords, titles, captions and positions that others of the same thing have</source>
        <translation>Fotos die Stichwörter, Titel, Beschreibungen und Orte geben, die andere desselben Motivs haben</translation>
    </message>
    <message>
        <source>Through time</source>
        <translation>Im Lauf der Zeit</translation>
    </message>
    <message>
        <source>Lay all photos of this thing over one another, by date</source>
        <translation>Alle Fotos dieses Motivs übereinanderlegen, nach Datum</translation>
    </message>
    <message>
        <source>Photos compared</source>
        <translation>Verglichene Fotos</translation>
    </message>
    <message>
        <source>Look for new ones</source>
        <translation>Nach neuen suchen</translation>
    </message>
    <message>
        <source>Compare the photos that were added since the last time</source>
        <translation>Die Fotos vergleichen, die seit dem letzten Mal dazugekommen sind</translation>
    </message>
    <message>
        <source>{done} of {total} photos compared</source>
        <translation>{done} von {total} Fotos verglichen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s)</source>
        <translation>
            <numerusform>%Ln Motiv</numerusform>
            <numerusform>%Ln Motive</numerusform>
        </translation>
    </message>
    <message>
        <source>The program compares your photos by what is stored in the library. You can keep working.</source>
        <translation>Das Programm vergleicht deine Fotos anhand dessen, was in der Bibliothek gespeichert ist. Du kannst weiterarbeiten.</translation>
    </message>
    <message>
        <source>No two photos show the same building, painting or object.</source>
        <translation>Keine zwei Fotos zeigen dasselbe Gebäude, Gemälde oder Ding.</translation>
    </message>
    <message>
        <source>Nothing in common</source>
        <translation>Nichts gemeinsam</translation>
    </message>
    <message>
        <source>Compare photos</source>
        <translation>Fotos vergleichen</translation>
    </message>
    <message>
        <source>The program can collect all photos of one building, painting or object. It takes about a minute for a thousand photos, and you can stop at any time. Name a thing once, and a search finds all its photos.</source>
        <translation>Das Programm kann alle Fotos eines Gebäudes, Gemäldes oder Dings zusammenstellen. Das dauert etwa eine Minute für tausend Fotos, und du kannst jederzeit anhalten. Benenne ein Motiv einmal, und eine Suche findet alle seine Fotos.</translation>
    </message>
    <message>
        <source>What do your photos have in common?</source>
        <translation>Was haben deine Fotos gemeinsam?</translation>
    </message>
    <message>
        <source>Keyword “{value}”</source>
        <translation>Stichwort „{value}“</translation>
    </message>
    <message>
        <source>Title “{value}”</source>
        <translation>Titel „{value}“</translation>
    </message>
    <message>
        <source>Caption “{value}”</source>
        <translation>Beschreibung „{value}“</translation>
    </message>
    <message>
        <source>Position {value}</source>
        <translation>Ort {value}</translation>
    </message>
    <message numerus="yes">
        <source>to %Ln photo(s)</source>
        <translation>
            <numerusform>für %Ln Foto</numerusform>
            <numerusform>für %Ln Fotos</numerusform>
        </translation>
    </message>
    <message>
        <source>from {file}</source>
        <translation>von {file}</translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln point(s) agree</source>
        <translation>
            <numerusform>mindestens %Ln Punkt stimmt überein</numerusform>
            <numerusform>mindestens %Ln Punkte stimmen überein</numerusform>
        </translation>
    </message>
    <message>
        <source>same file</source>
        <translation>dieselbe Datei</translation>
    </message>
    <message>
        <source>may be {distance} off</source>
        <translation>kann {distance} daneben liegen</translation>
    </message>
    <message>
        <source>accuracy unknown</source>
        <translation>Genauigkeit unbekannt</translation>
    </message>
    <message>
        <source>Details of the same thing</source>
        <translation>Angaben zum selben Motiv</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Give the selected values to the photos</source>
        <translation>Die ausgewählten Werte den Fotos geben</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Do not offer the selected values to these photos again</source>
        <translation>Die ausgewählten Angaben diesen Fotos nicht mehr anbieten</translation>
    </message>
    <message>
        <source>Offer again</source>
        <translation>Wieder anbieten</translation>
    </message>
    <message>
        <source>Dismissed</source>
        <translation>Verworfene</translation>
    </message>
    <message>
        <source>Show the offers that you dismissed</source>
        <translation>Die Angebote zeigen, die du verworfen hast</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>Angebote</translation>
    </message>
    <message>
        <source>Looking for details to share…</source>
        <translation>Suche nach Angaben, die sich weitergeben lassen …</translation>
    </message>
    <message>
        <source>Nothing dismissed</source>
        <translation>Nichts verworfen</translation>
    </message>
    <message>
        <source>Photos of a thing have the same keywords, titles, captions and positions.</source>
        <translation>Die Fotos eines Motivs haben dieselben Stichwörter, Titel, Beschreibungen und Orte.</translation>
    </message>
    <message>
        <source>Nothing to share</source>
        <translation>Nichts weiterzugeben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln offer(s)</source>
        <translation>
            <numerusform>%Ln Angebot</numerusform>
            <numerusform>%Ln Angebote</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>position of %Ln photo(s)</source>
        <translation>
            <numerusform>Position von %Ln Foto</numerusform>
            <numerusform>Position von %Ln Fotos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) put on the map.</source>
        <translation>
            <numerusform>%Ln Foto auf die Karte gesetzt.</numerusform>
            <numerusform>%Ln Fotos auf die Karte gesetzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Photo {number} of {count}</source>
        <translation>Foto {number} von {count}</translation>
    </message>
    <message>
        <source>Photos without a position</source>
        <translation>Fotos ohne Position</translation>
    </message>
    <message>
        <source>Name a face</source>
        <translation>Ein Gesicht benennen</translation>
    </message>
    <message>
        <source>Who is this?</source>
        <translation>Wer ist das?</translation>
    </message>
    <message>
        <source>Drag a frame around the face, or use arrows and Shift+arrows.</source>
        <translation>Ziehe einen Rahmen um das Gesicht, oder nimm die Pfeile und Umschalt+Pfeile.</translation>
    </message>
    <message>
        <source>Next face</source>
        <translation>Nächstes Gesicht</translation>
    </message>
    <message>
        <source>Frame the next face that was found</source>
        <translation>Das nächste gefundene Gesicht einrahmen</translation>
    </message>
    <message>
        <source>A face that was found</source>
        <translation>Ein gefundenes Gesicht</translation>
    </message>
    <message>
        <source>A new face</source>
        <translation>Ein neues Gesicht</translation>
    </message>
    <message>
        <source>Inventory of a shelf</source>
        <translation>Inventar eines Regals</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>Bild auswählen …</translation>
    </message>
    <message>
        <source>Show photo</source>
        <translation>Foto zeigen</translation>
    </message>
    <message>
        <source>Search with the selected photo</source>
        <translation>Mit dem ausgewählten Foto suchen</translation>
    </message>
    <message>
        <source>Save table…</source>
        <translation>Tabelle speichern …</translation>
    </message>
    <message>
        <source>Save the items with their places as a table (CSV)</source>
        <translation>Die Gegenstände mit ihren Stellen als Tabelle (CSV) speichern</translation>
    </message>
    <message>
        <source>Items in the library</source>
        <translation>Gegenstände in der Bibliothek</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Comparing the picture with the library…</source>
        <translation>Das Bild wird mit der Bibliothek verglichen …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) in the library</source>
        <translation>
            <numerusform>%Ln Gegenstand in der Bibliothek</numerusform>
            <numerusform>%Ln Gegenstände in der Bibliothek</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop a picture of many things here, such as a shelf of films, books or bottles. The program lists those of which your library has a photo.</source>
        <translation>Ziehe ein Bild mit vielen Dingen hierher, etwa ein Regal mit Filmen, Büchern oder Flaschen. Das Programm listet die auf, von denen deine Bibliothek ein Foto hat.</translation>
    </message>
    <message>
        <source>Use “{name}”</source>
        <translation>„{name}“ nehmen</translation>
    </message>
    <message>
        <source>Which of these are in your library?</source>
        <translation>Was davon ist in deiner Bibliothek?</translation>
    </message>
    <message>
        <source>Dates of the photos on the map</source>
        <translation>Aufnahmedaten der Fotos auf der Karte</translation>
    </message>
    <message>
        <source>All dates</source>
        <translation>Alle Daten</translation>
    </message>
    <message>
        <source>Drag over dates to see where you were; Esc shows all of them again</source>
        <translation>Ziehe über Daten, um zu sehen, wo du warst; Esc zeigt wieder alle</translation>
    </message>
    <message>
        <source>Save film…</source>
        <translation>Film speichern …</translation>
    </message>
    <message>
        <source>Save all photos as a GIF or MP4</source>
        <translation>Alle Fotos als GIF oder MP4 speichern</translation>
    </message>
    <message>
        <source>Photos by date</source>
        <translation>Fotos nach Datum</translation>
    </message>
    <message>
        <source>Aligning photos…</source>
        <translation>Fotos werden ausgerichtet …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) left out</source>
        <translation>
            <numerusform>%Ln Foto ausgelassen</numerusform>
            <numerusform>%Ln Fotos ausgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Saved anew</source>
        <translation>Neu gespeichert</translation>
    </message>
    <message>
        <source>Cropped and edited</source>
        <translation>Zugeschnitten und bearbeitet</translation>
    </message>
    <message>
        <source>With something around it</source>
        <translation>Mit etwas darum herum</translation>
    </message>
    <message>
        <source>Photographed from a print or screen</source>
        <translation>Von einem Abzug oder Bildschirm fotografiert</translation>
    </message>
    <message>
        <source>Where the photo comes from</source>
        <translation>Woher das Foto stammt</translation>
    </message>
    <message>
        <source>Photos that were made from one another</source>
        <translation>Fotos, die auseinander entstanden sind</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>It takes some seconds.</source>
        <translation>Das dauert einige Sekunden.</translation>
    </message>
    <message>
        <source>No other photo of the library was made from it, nor it from another.</source>
        <translation>Kein anderes Foto der Bibliothek ist daraus entstanden, und es aus keinem anderen.</translation>
    </message>
    <message>
        <source>Nothing related</source>
        <translation>Nichts Verwandtes</translation>
    </message>
    <message>
        <source>Arranging photos…</source>
        <translation>Fotos werden angeordnet …</translation>
    </message>
    <message>
        <source>No photo can be searched by content yet.</source>
        <translation>Noch kein Foto ist nach Inhalt durchsuchbar.</translation>
    </message>
    <message>
        <source>Groups with a name</source>
        <translation>Gruppen mit Namen</translation>
    </message>
    <message>
        <source>Make an album of the chosen photos</source>
        <translation>Aus den gewählten Fotos ein Album machen</translation>
    </message>
    <message>
        <source>Draw around photos to choose them (Shift and a drag does it too)</source>
        <translation>Fotos umfahren, um sie zu wählen (auch durch Ziehen mit Umschalt)</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>The program puts photos that look alike beside each other: {percent} % done. You can keep working.</source>
        <translation>Das Programm legt ähnliche Fotos nebeneinander: {percent} % sind erledigt. Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>No similarity map</source>
        <translation>Keine Ähnlichkeitskarte</translation>
    </message>
    <message>
        <source>{photos} chosen</source>
        <translation>{photos} gewählt</translation>
    </message>
</context>
</TS>
