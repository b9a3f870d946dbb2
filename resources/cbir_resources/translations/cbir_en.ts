<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>“{folder}” was forgotten: %Ln photo(s) left the library.</source>
        <translation>
            <numerusform>“{folder}” was forgotten: %Ln photo left the library.</numerusform>
            <numerusform>“{folder}” was forgotten: %Ln photos left the library.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) found and repaired</source>
        <translation>
            <numerusform>%Ln problem found and repaired</numerusform>
            <numerusform>%Ln problems found and repaired</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) left</source>
        <translation>
            <numerusform>%Ln problem left</numerusform>
            <numerusform>%Ln problems left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its %Ln photo(s) leave the library and are no longer found. The files stay where they are.</source>
        <translation>
            <numerusform>Its %Ln photo leaves the library and is no longer found. The file stays where it is.</numerusform>
            <numerusform>Its %Ln photos leave the library and are no longer found. The files stay where they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) are left</source>
        <translation>
            <numerusform>%Ln problem is left</numerusform>
            <numerusform>%Ln problems are left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) were repaired</source>
        <translation>
            <numerusform>%Ln problem was repaired</numerusform>
            <numerusform>%Ln problems were repaired</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) were repaired.</source>
        <translation>
            <numerusform>%Ln problem was repaired.</numerusform>
            <numerusform>%Ln problems were repaired.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) are left.</source>
        <translation>
            <numerusform>%Ln problem is left.</numerusform>
            <numerusform>%Ln problems are left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are not in the library. The files themselves were not touched.</source>
        <translation>
            <numerusform>%Ln file is not in the library. The files themselves were not touched.</numerusform>
            <numerusform>%Ln files are not in the library. The files themselves were not touched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first {most} of %Ln photo(s) were opened.</source>
        <translation>
            <numerusform>The first {most} of %Ln photo were opened.</numerusform>
            <numerusform>The first {most} of %Ln photos were opened.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln photo(s)</source>
        <translation>
            <numerusform>Export %Ln photo</numerusform>
            <numerusform>Export %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) copied to the clipboard.</source>
        <translation>
            <numerusform>%Ln photo copied to the clipboard.</numerusform>
            <numerusform>%Ln photos copied to the clipboard.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) copied to “{folder}”.</source>
        <translation>
            <numerusform>%Ln photo copied to “{folder}”.</numerusform>
            <numerusform>%Ln photos copied to “{folder}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) not copied: the drive is not connected.</source>
        <translation>
            <numerusform>%Ln photo not copied: the drive is not connected.</numerusform>
            <numerusform>%Ln photos not copied: the drive is not connected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) to the {trash} and free {size}?</source>
        <translation>
            <numerusform>Move %Ln photo to the {trash} and free {size}?</numerusform>
            <numerusform>Move %Ln photos to the {trash} and free {size}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln last copy(s) stay unless you confirm them next.</source>
        <translation>
            <numerusform>%Ln last copy stays unless you confirm it next.</numerusform>
            <numerusform>%Ln last copies stay unless you confirm them next.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) in {folder} to the {trash} and free {size}?</source>
        <translation>
            <numerusform>Move %Ln photo in {folder} to the {trash} and free {size}?</numerusform>
            <numerusform>Move %Ln photos in {folder} to the {trash} and free {size}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) would have no copy left.</source>
        <translation>
            <numerusform>%Ln photo would have no copy left.</numerusform>
            <numerusform>%Ln photos would have no copy left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %Ln other(s).</source>
        <translation>
            <numerusform>And %Ln other.</numerusform>
            <numerusform>And %Ln others.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searching with the first of %Ln picture(s).</source>
        <translation>
            <numerusform>Searching with the first of %Ln picture.</numerusform>
            <numerusform>Searching with the first of %Ln pictures.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln photo(s)</source>
        <translation>
            <numerusform>{some} of %Ln photo</numerusform>
            <numerusform>{some} of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{photos} in %Ln folder(s)</source>
        <translation>
            <numerusform>{photos} in %Ln folder</numerusform>
            <numerusform>{photos} in %Ln folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln file could not be read</numerusform>
            <numerusform>%Ln files could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) to the {trash}?</source>
        <translation>
            <numerusform>Move %Ln photo to the {trash}?</numerusform>
            <numerusform>Move %Ln photos to the {trash}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moving %Ln photo(s) to the {trash}…</source>
        <translation>
            <numerusform>Moving %Ln photo to the {trash}…</numerusform>
            <numerusform>Moving %Ln photos to the {trash}…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>moving of %Ln photo(s) to the {trash}</source>
        <translation>
            <numerusform>moving of %Ln photo to the {trash}</numerusform>
            <numerusform>moving of %Ln photos to the {trash}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bringing %Ln photo(s) back…</source>
        <translation>
            <numerusform>Bringing %Ln photo back…</numerusform>
            <numerusform>Bringing %Ln photos back…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) are back.</source>
        <translation>
            <numerusform>%Ln photo is back.</numerusform>
            <numerusform>%Ln photos are back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The file(s) go to the {trash} of your system, where you can get them back.</source>
        <translation>
            <numerusform>The file goes to the {trash} of your system, where you can get it back.</numerusform>
            <numerusform>The files go to the {trash} of your system, where you can get them back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) of the same items go with them.</source>
        <translation>
            <numerusform>%Ln file of the same item goes with it.</numerusform>
            <numerusform>%Ln files of the same items go with them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) moved to the {trash}. You can get them back from there.</source>
        <translation>
            <numerusform>%Ln photo moved to the {trash}. You can get it back from there.</numerusform>
            <numerusform>%Ln photos moved to the {trash}. You can get them back from there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) stay where they are: their drives are not connected.</source>
        <translation>
            <numerusform>%Ln photo stays where it is: its drive is not connected.</numerusform>
            <numerusform>%Ln photos stay where they are: their drives are not connected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>keyword “{word}” on %Ln photo(s)</source>
        <translation>
            <numerusform>keyword “{word}” on %Ln photo</numerusform>
            <numerusform>keyword “{word}” on %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>label of %Ln photo(s)</source>
        <translation>
            <numerusform>label of %Ln photo</numerusform>
            <numerusform>label of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>flag of %Ln photo(s)</source>
        <translation>
            <numerusform>flag of %Ln photo</numerusform>
            <numerusform>flag of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rating of %Ln photo(s)</source>
        <translation>
            <numerusform>rating of %Ln photo</numerusform>
            <numerusform>rating of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>For all %Ln photo(s) selected</source>
        <translation>
            <numerusform>For the %Ln photo selected</numerusform>
            <numerusform>For all %Ln photos selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %Ln were not copied.</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Stopped: %Ln was not copied.</numerusform>
            <numerusform>Stopped: %Ln were not copied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>point(s) agree</source>
        <comment>under their number</comment>
        <translation>
            <numerusform>point agrees</numerusform>
            <numerusform>points agree</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>more than %Ln photo(s)</source>
        <translation>
            <numerusform>more than %Ln photo</numerusform>
            <numerusform>more than %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <comment>photos</comment>
        <translation>
            <numerusform>%Ln new</numerusform>
            <numerusform>%Ln new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln star(s)</source>
        <translation>
            <numerusform>%Ln star</numerusform>
            <numerusform>%Ln stars</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searchable</source>
        <translation>
            <numerusform>%Ln photo searchable</numerusform>
            <numerusform>%Ln photos searchable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read: show the list</source>
        <translation>
            <numerusform>%Ln file could not be read: show the list</numerusform>
            <numerusform>%Ln files could not be read: show the list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking for photos… %Ln so far</source>
        <translation>
            <numerusform>Looking for photos… %Ln so far</numerusform>
            <numerusform>Looking for photos… %Ln so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s) not connected. Their photos can be found, but not opened.</source>
        <translation>
            <numerusform>%Ln folder not connected. Its photos can be found, but not opened.</numerusform>
            <numerusform>%Ln folders not connected. Their photos can be found, but not opened.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) left</source>
        <translation>
            <numerusform>%Ln minute left</numerusform>
            <numerusform>%Ln minutes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln photo(s) searchable</source>
        <translation>
            <numerusform>{some} of %Ln photo searchable</numerusform>
            <numerusform>{some} of %Ln photos searchable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) agree</source>
        <translation>
            <numerusform>%Ln point agrees</numerusform>
            <numerusform>%Ln points agree</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln byte(s)</source>
        <translation>
            <numerusform>%Ln byte</numerusform>
            <numerusform>%Ln bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s) left</source>
        <translation>
            <numerusform>about %Ln hour left</numerusform>
            <numerusform>about %Ln hours left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es)</source>
        <translation>
            <numerusform>%Ln match</numerusform>
            <numerusform>%Ln matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{photos}, %Ln new</source>
        <translation>
            <numerusform>{photos}, %Ln new</numerusform>
            <numerusform>{photos}, %Ln new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) share(s) a part of it</source>
        <translation>
            <numerusform>%Ln photo shares a part of it</numerusform>
            <numerusform>%Ln photos share a part of it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible match(es)</source>
        <translation>
            <numerusform>%Ln possible match</numerusform>
            <numerusform>%Ln possible matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln similar photo(s)</source>
        <translation>
            <numerusform>%Ln similar photo</numerusform>
            <numerusform>%Ln similar photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln exact copy(ies)</source>
        <translation>
            <numerusform>%Ln exact copy</numerusform>
            <numerusform>%Ln exact copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) with some of the words</source>
        <translation>
            <numerusform>%Ln photo with some of the words</numerusform>
            <numerusform>%Ln photos with some of the words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them by a closer comparison</source>
        <translation>
            <numerusform>%Ln of them by a closer comparison</numerusform>
            <numerusform>%Ln of them by a closer comparison</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them by searching again with the matches</source>
        <translation>
            <numerusform>%Ln of them by searching again with the matches</numerusform>
            <numerusform>%Ln of them by searching again with the matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them show the same thing as others</source>
        <translation>
            <numerusform>%Ln of them shows the same thing as another</numerusform>
            <numerusform>%Ln of them show the same thing as others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a date</source>
        <translation>
            <numerusform>%Ln photo without a date</numerusform>
            <numerusform>%Ln photos without a date</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searched, none looks like it.</source>
        <translation>
            <numerusform>%Ln photo searched, it does not look like it.</numerusform>
            <numerusform>%Ln photos searched, none looks like it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searched.</source>
        <translation>
            <numerusform>%Ln photo searched.</numerusform>
            <numerusform>%Ln photos searched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{what}, by %Ln point(s)</source>
        <translation>
            <numerusform>{what}, by %Ln point</numerusform>
            <numerusform>{what}, by %Ln points</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) to read again</source>
        <translation>
            <numerusform>%Ln photo to read again</numerusform>
            <numerusform>%Ln photos to read again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Same picture (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Same picture (%Ln)</numerusform>
            <numerusform>Same picture (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Same thing (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Same thing (%Ln)</numerusform>
            <numerusform>Same thing (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shares a part (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Shares a part (%Ln)</numerusform>
            <numerusform>Shares a part (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Possibly (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Possibly (%Ln)</numerusform>
            <numerusform>Possibly (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looks similar (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Looks similar (%Ln)</numerusform>
            <numerusform>Looks similar (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Less likely (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Less likely (%Ln)</numerusform>
            <numerusform>Less likely (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) right</source>
        <translation>
            <numerusform>%Ln photo right</numerusform>
            <numerusform>%Ln photos right</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln wrong</source>
        <translation>
            <numerusform>%Ln wrong</numerusform>
            <numerusform>%Ln wrong</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) picked.</source>
        <translation>
            <numerusform>%Ln photo picked.</numerusform>
            <numerusform>%Ln photos picked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) no longer flagged.</source>
        <translation>
            <numerusform>%Ln photo no longer flagged.</numerusform>
            <numerusform>%Ln photos no longer flagged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a label.</source>
        <translation>
            <numerusform>%Ln photo without a label.</numerusform>
            <numerusform>%Ln photos without a label.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) labelled: {label}.</source>
        <translation>
            <numerusform>%Ln photo labelled: {label}.</numerusform>
            <numerusform>%Ln photos labelled: {label}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have their files’ own ratings.</source>
        <translation>
            <numerusform>%Ln photo now has its file’s own rating.</numerusform>
            <numerusform>%Ln photos now have their files’ own ratings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) rejected.</source>
        <translation>
            <numerusform>%Ln photo rejected.</numerusform>
            <numerusform>%Ln photos rejected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have no stars.</source>
        <translation>
            <numerusform>%Ln photo now has no stars.</numerusform>
            <numerusform>%Ln photos now have no stars.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have {stars}.</source>
        <translation>
            <numerusform>%Ln photo now has {stars}.</numerusform>
            <numerusform>%Ln photos now have {stars}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln search(es) with right photos.</source>
        <translation>
            <numerusform>%Ln search with right photos.</numerusform>
            <numerusform>%Ln searches with right photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Models ranked a sample of %Ln photo(s).</source>
        <translation>
            <numerusform>Models ranked a sample of %Ln photo.</numerusform>
            <numerusform>Models ranked a sample of %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>judgement of %Ln photo(s)</source>
        <translation>
            <numerusform>judgement of %Ln photo</numerusform>
            <numerusform>judgement of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) to go, {size}</source>
        <translation>
            <numerusform>%Ln photo to go, {size}</numerusform>
            <numerusform>%Ln photos to go, {size}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) cannot go now</source>
        <translation>
            <numerusform>%Ln photo cannot go now</numerusform>
            <numerusform>%Ln photos cannot go now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln copy(s) in {folder}, {size}</source>
        <translation>
            <numerusform>%Ln copy in {folder}, {size}</numerusform>
            <numerusform>%Ln copies in {folder}, {size}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln group</numerusform>
            <numerusform>%Ln groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s) to judge</source>
        <translation>
            <numerusform>%Ln pair to judge</numerusform>
            <numerusform>%Ln pairs to judge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Trash %Ln copy(s)</source>
        <translation>
            <numerusform>Trash %Ln copy</numerusform>
            <numerusform>Trash %Ln copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s) not compared yet</source>
        <translation>
            <numerusform>%Ln pair not compared yet</numerusform>
            <numerusform>%Ln pairs not compared yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The metadata of %Ln photo(s) was read again.</source>
        <translation>
            <numerusform>The metadata of %Ln photo was read again.</numerusform>
            <numerusform>The metadata of %Ln photos was read again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counts cover the first %Ln result(s).</source>
        <translation>
            <numerusform>Counts cover the first result.</numerusform>
            <numerusform>Counts cover the first %Ln results.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counts cover %Ln result(s).</source>
        <translation>
            <numerusform>Counts cover %Ln result.</numerusform>
            <numerusform>Counts cover %Ln results.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stack of %Ln near-duplicates.</source>
        <translation>
            <numerusform>Stack of %Ln photo.</numerusform>
            <numerusform>Stack of %Ln near-duplicates.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{words} words from %Ln photo(s).</source>
        <translation>
            <numerusform>{words} words from %Ln photo.</numerusform>
            <numerusform>{words} words from %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) have them already.</source>
        <translation>
            <numerusform>%Ln photo has them already.</numerusform>
            <numerusform>%Ln photos have them already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Takes about %Ln minute(s), plus the comparison, and {disk} of disk space ({free} free).</source>
        <translation>
            <numerusform>Takes about %Ln minute, plus the comparison, and {disk} of disk space ({free} free).</numerusform>
            <numerusform>Takes about %Ln minutes, plus the comparison, and {disk} of disk space ({free} free).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them gave a different result.</source>
        <translation>
            <numerusform>%Ln of them gave a different result.</numerusform>
            <numerusform>%Ln of them gave a different result.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln altered copies of {photos} photos were searched for.</source>
        <translation>
            <numerusform>%Ln altered copy of {photos} photos was searched for.</numerusform>
            <numerusform>%Ln altered copies of {photos} photos were searched for.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The parts of %Ln photo(s) can be found.</source>
        <translation>
            <numerusform>The parts of %Ln photo can be found.</numerusform>
            <numerusform>The parts of %Ln photos can be found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new photo(s) in the album “{name}”.</source>
        <translation>
            <numerusform>%Ln new photo in the album “{name}”.</numerusform>
            <numerusform>%Ln new photos in the album “{name}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln name(s) of this file</source>
        <translation>
            <numerusform>%Ln name of this file</numerusform>
            <numerusform>%Ln names of this file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names}: folder(s). Add to the library?</source>
        <translation>
            <numerusform>{names} is a folder. Add it to the library?</numerusform>
            <numerusform>{names} are folders. Add them to the library?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Suits {some} of %Ln photo(s)</source>
        <translation>
            <numerusform>Suits {some} of %Ln photo</numerusform>
            <numerusform>Suits {some} of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Finds signs, receipts and screenshots by their text. Reading this library takes about %Ln minute(s) in the background, and pauses while you work or run on battery.</source>
        <translation>
            <numerusform>Finds signs, receipts and screenshots by their text. Reading this library takes about %Ln minute in the background, and pauses while you work or run on battery.</numerusform>
            <numerusform>Finds signs, receipts and screenshots by their text. Reading this library takes about %Ln minutes in the background, and pauses while you work or run on battery.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Word {number}: {share} of the weight of all shared words. It is in %Ln photo(s): idf {idf}.</source>
        <translation>
            <numerusform>Word {number}: {share} of the weight of all shared words. It is in %Ln photo: idf {idf}.</numerusform>
            <numerusform>Word {number}: {share} of the weight of all shared words. It is in %Ln photos: idf {idf}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln change</numerusform>
            <numerusform>%Ln changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln less likely photo(s)</source>
        <translation>
            <numerusform>Show %Ln less likely photo</numerusform>
            <numerusform>Show %Ln less likely photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) agree. Compare both pictures to be sure.</source>
        <translation>
            <numerusform>%Ln point agrees. Compare both pictures to be sure.</numerusform>
            <numerusform>%Ln points agree. Compare both pictures to be sure.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>your decision about %Ln pair(s)</source>
        <translation>
            <numerusform>your decision about %Ln pair</numerusform>
            <numerusform>your decision about %Ln pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to go</source>
        <translation>
            <numerusform>%Ln to go</numerusform>
            <numerusform>%Ln to go</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a position</source>
        <translation>
            <numerusform>%Ln without a position</numerusform>
            <numerusform>%Ln without a position</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln face(s)</source>
        <translation>
            <numerusform>%Ln face</numerusform>
            <numerusform>%Ln faces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln named</source>
        <comment>people</comment>
        <translation>
            <numerusform>%Ln named</numerusform>
            <numerusform>%Ln named</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) still to look through</source>
        <translation>
            <numerusform>%Ln photo still to look through</numerusform>
            <numerusform>%Ln photos still to look through</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s)</source>
        <translation>
            <numerusform>%Ln thing</numerusform>
            <numerusform>%Ln things</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Names saved for %Ln photo(s).</source>
        <translation>
            <numerusform>Names saved for %Ln photo.</numerusform>
            <numerusform>Names saved for %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) of the same thing</source>
        <translation>
            <numerusform>%Ln value of the same thing</numerusform>
            <numerusform>%Ln values of the same thing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln offer(s) dismissed</source>
        <translation>
            <numerusform>%Ln offer dismissed</numerusform>
            <numerusform>%Ln offers dismissed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) offered again</source>
        <translation>
            <numerusform>%Ln value offered again</numerusform>
            <numerusform>%Ln values offered again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>to %Ln photo(s)</source>
        <translation>
            <numerusform>to %Ln photo</numerusform>
            <numerusform>to %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln point(s) agree</source>
        <translation>
            <numerusform>at least %Ln point agrees</numerusform>
            <numerusform>at least %Ln points agree</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln offer(s)</source>
        <translation>
            <numerusform>%Ln offer</numerusform>
            <numerusform>%Ln offers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>position of %Ln photo(s)</source>
        <translation>
            <numerusform>position of %Ln photo</numerusform>
            <numerusform>position of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) put on the map.</source>
        <translation>
            <numerusform>%Ln photo put on the map.</numerusform>
            <numerusform>%Ln photos put on the map.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) in the library</source>
        <translation>
            <numerusform>%Ln item in the library</numerusform>
            <numerusform>%Ln items in the library</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) left out</source>
        <translation>
            <numerusform>%Ln photo left out</numerusform>
            <numerusform>%Ln photos left out</numerusform>
        </translation>
    </message>
</context>
</TS>
