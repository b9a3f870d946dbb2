<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="it" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>&amp;Open picture…</source>
        <translation>&amp;Apri immagine…</translation>
    </message>
    <message>
        <source>&amp;Add a picture to the search…</source>
        <translation>A&amp;ggiungi un’immagine alla ricerca…</translation>
    </message>
    <message>
        <source>&amp;Paste picture</source>
        <translation>&amp;Incolla immagine</translation>
    </message>
    <message>
        <source>&amp;Frame a part…</source>
        <translation>In&amp;quadra una parte…</translation>
    </message>
    <message>
        <source>Frame a part of the s&amp;creen…</source>
        <translation>Inquadra una parte dello sc&amp;hermo…</translation>
    </message>
    <message>
        <source>Find &amp;mirrored pictures too</source>
        <translation>Tr&amp;ova anche immagini specchiate</translation>
    </message>
    <message>
        <source>F&amp;ilter…</source>
        <translation>&amp;Filtra…</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Cerca</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Rinomina</translation>
    </message>
    <message>
        <source>Remo&amp;ve</source>
        <translation>Rim&amp;uovi</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>Imposta&amp;zioni…</translation>
    </message>
    <message>
        <source>Ne&amp;xt search</source>
        <translation>Ricerca succe&amp;ssiva</translation>
    </message>
    <message>
        <source>Recen&amp;t searches…</source>
        <translation>&amp;Ricerche recenti…</translation>
    </message>
    <message>
        <source>Go to the searc&amp;h bar</source>
        <translation>&amp;Vai alla barra di ricerca</translation>
    </message>
    <message>
        <source>Previou&amp;s search</source>
        <translation>Ricerca preceden&amp;te</translation>
    </message>
    <message>
        <source>Search a&amp;gain</source>
        <translation>Cerca di &amp;nuovo</translation>
    </message>
    <message>
        <source>Clea&amp;r the search</source>
        <translation>Cance&amp;lla la ricerca</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Esci</translation>
    </message>
    <message>
        <source>Library o&amp;verview…</source>
        <translation>Panora&amp;mica della libreria…</translation>
    </message>
    <message>
        <source>&amp;New library…</source>
        <translation>&amp;Nuova libreria…</translation>
    </message>
    <message>
        <source>Recen&amp;t libraries</source>
        <translation>Librerie r&amp;ecenti</translation>
    </message>
    <message>
        <source>&amp;Add folder…</source>
        <translation>&amp;Aggiungi cartella…</translation>
    </message>
    <message>
        <source>Scan for chan&amp;ges</source>
        <translation>Cerca &amp;cambiamenti</translation>
    </message>
    <message>
        <source>Mea&amp;sure the searches…</source>
        <translation>Mis&amp;ura le ricerche…</translation>
    </message>
    <message>
        <source>Files that could not be &amp;read…</source>
        <translation>File i&amp;lleggibili…</translation>
    </message>
    <message>
        <source>&amp;Watch folders for changes</source>
        <translation>Sorve&amp;glia le cartelle</translation>
    </message>
    <message>
        <source>Photos of this perso&amp;n</source>
        <translation>Foto di questa &amp;persona</translation>
    </message>
    <message>
        <source>&amp;Duplicates</source>
        <translation>Tro&amp;va i duplicati</translation>
    </message>
    <message>
        <source>Re&amp;jected photos</source>
        <translation>F&amp;oto scartate</translation>
    </message>
    <message>
        <source>&amp;Check the library…</source>
        <translation>Con&amp;trolla la libreria…</translation>
    </message>
    <message>
        <source>&amp;Back up the library…</source>
        <translation>Fai una copia di &amp;sicurezza…</translation>
    </message>
    <message>
        <source>Search &amp;only in this folder</source>
        <translation>Cerca solo in &amp;questa cartella</translation>
    </message>
    <message>
        <source>Show the folder in the file &amp;manager</source>
        <translation>Mostra la cartella nel gestore di &amp;file</translation>
    </message>
    <message>
        <source>&amp;Forget this folder…</source>
        <translation>&amp;Dimentica questa cartella…</translation>
    </message>
    <message>
        <source>&amp;Compare with your picture</source>
        <translation>&amp;Confronta con la tua immagine</translation>
    </message>
    <message>
        <source>Show &amp;large</source>
        <translation>Mostra in &amp;grande</translation>
    </message>
    <message>
        <source>Show selected side &amp;by side</source>
        <translation>Mostra le selezionate a&amp;ffiancate</translation>
    </message>
    <message>
        <source>Mor&amp;e like this</source>
        <translation>Altre simili a q&amp;uesta</translation>
    </message>
    <message>
        <source>Only the same &amp;thing</source>
        <translation>Solo la stessa c&amp;osa</translation>
    </message>
    <message>
        <source>Where does it come from?</source>
        <translation>Da dove viene?</translation>
    </message>
    <message>
        <source>&amp;Add to the search</source>
        <translation>&amp;Aggiungi alla ricerca</translation>
    </message>
    <message>
        <source>Excl&amp;ude photos like this</source>
        <translation>Esc&amp;ludi foto come questa</translation>
    </message>
    <message>
        <source>&amp;Pick</source>
        <translation>&amp;Scegli</translation>
    </message>
    <message>
        <source>Re&amp;ject</source>
        <translation>Sca&amp;rta</translation>
    </message>
    <message>
        <source>&amp;Unflag</source>
        <translation>Togli il contrasseg&amp;no</translation>
    </message>
    <message>
        <source>Color label</source>
        <translation>Etichetta colorata</translation>
    </message>
    <message>
        <source>&amp;No label</source>
        <translation>&amp;Nessuna etichetta</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>Co&amp;pia</translation>
    </message>
    <message>
        <source>Expo&amp;rt…</source>
        <translation>Espor&amp;ta…</translation>
    </message>
    <message>
        <source>&amp;Next photo after rating</source>
        <translation>Foto &amp;successiva dopo la valutazione</translation>
    </message>
    <message>
        <source>Inde&amp;x videos too</source>
        <translation>Indici&amp;zza anche i video</translation>
    </message>
    <message>
        <source>Inventor&amp;y of a shelf</source>
        <translation>C&amp;he cosa c’è su uno scaffale</translation>
    </message>
    <message>
        <source>A&amp;dd to album…</source>
        <translation>Aggiungi a un al&amp;bum…</translation>
    </message>
    <message>
        <source>&amp;Right</source>
        <translation>&amp;Giusta</translation>
    </message>
    <message>
        <source>&amp;Wrong</source>
        <translation>&amp;Sbagliata</translation>
    </message>
    <message>
        <source>&amp;Not judged</source>
        <translation>&amp;Non giudicata</translation>
    </message>
    <message>
        <source>Show or hide what is less likel&amp;y</source>
        <translation>Mostra o nascondi i meno pro&amp;babili</translation>
    </message>
    <message>
        <source>O&amp;pen or close the stack</source>
        <translation>Ap&amp;ri o chiudi la pila</translation>
    </message>
    <message>
        <source>Library &amp;column</source>
        <translation>Colonna della &amp;libreria</translation>
    </message>
    <message>
        <source>D&amp;etails column</source>
        <translation>Colonna dei de&amp;ttagli</translation>
    </message>
    <message>
        <source>Fil&amp;mstrip under a large photo</source>
        <translation>&amp;Pellicola sotto la foto grande</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>&amp;Cerca un comando…</translation>
    </message>
    <message>
        <source>&amp;About cbir</source>
        <translation>&amp;Informazioni su cbir</translation>
    </message>
    <message>
        <source>L&amp;ight</source>
        <comment>colours</comment>
        <translation>&amp;Chiaro</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <comment>colours</comment>
        <translation>Sc&amp;uro</translation>
    </message>
    <message>
        <source>&amp;Open in the default viewer</source>
        <translation>Apri nel &amp;visualizzatore predefinito</translation>
    </message>
    <message>
        <source>Sa&amp;ve as an album</source>
        <translation>Salva &amp;come album</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Apri</translation>
    </message>
    <message>
        <source>O&amp;pen library…</source>
        <translation>A&amp;pri libreria…</translation>
    </message>
    <message>
        <source>Open on anot&amp;her computer…</source>
        <translation>Apr&amp;i su un altro computer…</translation>
    </message>
    <message>
        <source>R&amp;estore from a backup…</source>
        <translation>&amp;Ripristina da una copia…</translation>
    </message>
    <message>
        <source>&amp;Search with this photo</source>
        <translation>C&amp;erca con questa foto</translation>
    </message>
    <message>
        <source>Fe&amp;wer like this</source>
        <translation>Meno simili a que&amp;sta</translation>
    </message>
    <message>
        <source>Open wit&amp;h</source>
        <translation>Apr&amp;i con</translation>
    </message>
    <message>
        <source>Show in the &amp;file manager</source>
        <translation>&amp;Mostra nel gestore di file</translation>
    </message>
    <message>
        <source>Copy the &amp;path</source>
        <translation>Copia il pe&amp;rcorso</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Seleziona tutto</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Annulla</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Ripeti</translation>
    </message>
    <message>
        <source>As the &amp;file says</source>
        <translation>Come dice il &amp;file</translation>
    </message>
    <message>
        <source>Add a &amp;keyword…</source>
        <translation>Aggiungi una parola c&amp;hiave…</translation>
    </message>
    <message>
        <source>&amp;Not in this album</source>
        <translation>Togli &amp;da questo album</translation>
    </message>
    <message>
        <source>&amp;Move to the {trash}…</source>
        <translation>Sposta &amp;nel {trash}…</translation>
    </message>
    <message>
        <source>Show as a &amp;grid</source>
        <translation>Mostra come &amp;griglia</translation>
    </message>
    <message>
        <source>Show as a &amp;list</source>
        <translation>Mostra come &amp;elenco</translation>
    </message>
    <message>
        <source>Show by &amp;date</source>
        <translation>Mostra per &amp;data</translation>
    </message>
    <message>
        <source>Reverse &amp;order</source>
        <translation>Inverti l’&amp;ordine</translation>
    </message>
    <message>
        <source>Stack near-d&amp;uplicates</source>
        <translation>I&amp;mpila i quasi duplicati</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>A schermo &amp;intero</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Scorciatoie da tastiera</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>&amp;Guida (in inglese)</translation>
    </message>
    <message>
        <source>&amp;What’s new</source>
        <translation>&amp;Novità</translation>
    </message>
    <message>
        <source>Take the &amp;tour</source>
        <translation>Fai un gi&amp;ro</translation>
    </message>
    <message>
        <source>Same as &amp;system</source>
        <translation>Come il &amp;sistema</translation>
    </message>
    <message>
        <source>No &amp;star</source>
        <translation>Nessuna &amp;stella</translation>
    </message>
    <message>
        <source>Ratin&amp;g</source>
        <translation>Valuta&amp;zione</translation>
    </message>
    <message>
        <source>For th&amp;is search</source>
        <translation>Per &amp;questa ricerca</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Modifica</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>&amp;Libreria</translation>
    </message>
    <message>
        <source>&amp;Photo</source>
        <translation>&amp;Foto</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Visualizza</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Aiuto</translation>
    </message>
    <message>
        <source>Checking the library…</source>
        <translation>Controllo della libreria…</translation>
    </message>
    <message>
        <source>Back up the library</source>
        <translation>Copia di sicurezza della libreria</translation>
    </message>
    <message>
        <source>Open a library</source>
        <translation>Apri una libreria</translation>
    </message>
    <message>
        <source>Choose a folder for the new library</source>
        <translation>Scegli una cartella per la nuova libreria</translation>
    </message>
    <message>
        <source>Choose a backup</source>
        <translation>Scegli una copia di sicurezza</translation>
    </message>
    <message>
        <source>Backups (*.zip)</source>
        <translation>Copie di sicurezza (*.zip)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tutti i file (*)</translation>
    </message>
    <message>
        <source>Choose a folder for the restored library</source>
        <translation>Scegli una cartella per la libreria ripristinata</translation>
    </message>
    <message>
        <source>“{folder}” is not a library.</source>
        <translation>“{folder}” non è una libreria.</translation>
    </message>
    <message>
        <source>The window could not be opened.</source>
        <translation>Impossibile aprire la finestra.</translation>
    </message>
    <message>
        <source>“{folder}” cannot be used: {reason}.</source>
        <translation>“{folder}” non si può usare: {reason}.</translation>
    </message>
    <message>
        <source>“{folder}” is not empty.</source>
        <translation>“{folder}” non è vuota.</translation>
    </message>
    <message>
        <source>Restoring the library…</source>
        <translation>Ripristino della libreria…</translation>
    </message>
    <message>
        <source>The library could not be restored.</source>
        <translation>Impossibile ripristinare la libreria.</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Crea</translation>
    </message>
    <message>
        <source>Backing up the library…</source>
        <translation>Copia di sicurezza in corso…</translation>
    </message>
    <message>
        <source>The library is backed up: “{file}”, {size}.</source>
        <translation>La copia di sicurezza della libreria è fatta: “{file}”, {size}.</translation>
    </message>
    <message>
        <source>Forgetting a folder…</source>
        <translation>Rimozione di una cartella…</translation>
    </message>
    <message>
        <source>forgetting “{folder}”</source>
        <translation>rimozione di “{folder}”</translation>
    </message>
    <message numerus="yes">
        <source>“{folder}” was forgotten: %Ln photo(s) left the library.</source>
        <translation>
            <numerusform>“{folder}” è stata dimenticata: %Ln foto ha lasciato la libreria.</numerusform>
            <numerusform>“{folder}” è stata dimenticata: %Ln foto hanno lasciato la libreria.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add it again</source>
        <translation>Aggiungila di nuovo</translation>
    </message>
    <message>
        <source>New visual words were learned from your photos and compared.</source>
        <translation>Nuove parole visive sono state imparate dalle tue foto e confrontate.</translation>
    </message>
    <message>
        <source>Searches now use the new visual words.</source>
        <translation>Le ricerche usano ora le nuove parole visive.</translation>
    </message>
    <message>
        <source>Searches still use the old visual words.</source>
        <translation>Le ricerche usano ancora le vecchie parole visive.</translation>
    </message>
    <message>
        <source>Each photo&apos;s part of the index is compared with the catalog as well. This takes longer.</source>
        <translation>Si confronta anche la parte dell’indice di ogni foto con il catalogo. Ci vuole più tempo.</translation>
    </message>
    <message>
        <source>Check the library</source>
        <translation>Controlla la libreria</translation>
    </message>
    <message>
        <source>Every file of the index is read and compared with its checksum. Damage is repaired where possible.</source>
        <translation>Ogni file dell’indice viene letto e confrontato con la sua somma di controllo. Quello che si può riparare viene riparato.</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Controllo in corso</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Che cosa è stato trovato</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Che cosa</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Che cosa fare</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) found and repaired</source>
        <translation>
            <numerusform>%Ln problema trovato e risolto</numerusform>
            <numerusform>%Ln problemi trovati e risolti</numerusform>
        </translation>
    </message>
    <message>
        <source>This concerns only the index. Your photos are untouched.</source>
        <translation>Riguarda solo l’indice. Le tue foto non vengono toccate.</translation>
    </message>
    <message>
        <source>Read these files again, for example after installing a missing decoder</source>
        <translation>Legge di nuovo questi file, ad esempio dopo aver installato un decodificatore mancante</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>Check thoroughly</source>
        <translation>Controlla a fondo</translation>
    </message>
    <message>
        <source>Reads what is missing from the index (F5)</source>
        <translation>Legge ciò che manca nell’indice (F5)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Chiudi</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Controllo in corso…</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>a problem</comment>
        <translation>Da risolvere</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>Risolto</translation>
    </message>
    <message>
        <source>All is well</source>
        <translation>Tutto a posto</translation>
    </message>
    <message>
        <source>Nothing is missing and nothing is damaged.</source>
        <translation>Non manca niente e niente è danneggiato.</translation>
    </message>
    <message>
        <source>There is nothing left to do.</source>
        <translation>Non c’è altro da fare.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) left</source>
        <translation>
            <numerusform>%Ln problema da risolvere</numerusform>
            <numerusform>%Ln problemi da risolvere</numerusform>
        </translation>
    </message>
    <message>
        <source>The library could not be checked</source>
        <translation>Impossibile controllare la libreria</translation>
    </message>
    <message>
        <source>Add it again to bring it back.</source>
        <translation>Aggiungila di nuovo per riaverla.</translation>
    </message>
    <message>
        <source>Its drive is not connected. Connect it before you add the folder again.</source>
        <translation>La sua unità non è collegata. Collegala prima di aggiungere di nuovo la cartella.</translation>
    </message>
    <message>
        <source>Forget this folder</source>
        <translation>Dimentica questa cartella</translation>
    </message>
    <message>
        <source>Forget “{folder}”?</source>
        <translation>Dimenticare “{folder}”?</translation>
    </message>
    <message numerus="yes">
        <source>Its %Ln photo(s) leave the library and are no longer found. The files stay where they are.</source>
        <translation>
            <numerusform>La sua %Ln foto lascia la libreria e non si trova più. Il file resta dov’è.</numerusform>
            <numerusform>Le sue %Ln foto lasciano la libreria e non si trovano più. I file restano dove sono.</numerusform>
        </translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Dimentica</translation>
    </message>
    <message>
        <source>Never checked</source>
        <translation>Mai controllata</translation>
    </message>
    <message>
        <source>Never backed up</source>
        <translation>Nessuna copia di sicurezza</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) are left</source>
        <translation>
            <numerusform>Resta %Ln problema</numerusform>
            <numerusform>Restano %Ln problemi</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) are left.</source>
        <translation>
            <numerusform>Resta %Ln problema.</numerusform>
            <numerusform>Restano %Ln problemi.</numerusform>
        </translation>
    </message>
    <message>
        <source>All is well.</source>
        <translation>Tutto a posto.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) were repaired.</source>
        <translation>
            <numerusform>%Ln problema è stato risolto.</numerusform>
            <numerusform>%Ln problemi sono stati risolti.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}”, {size}.</source>
        <translation>“{file}”, {size}.</translation>
    </message>
    <message>
        <source>Frame a part of this picture</source>
        <translation>Inquadra una parte di questa immagine</translation>
    </message>
    <message>
        <source>Remove from the search</source>
        <translation>Togli dalla ricerca</translation>
    </message>
    <message>
        <source>More weight</source>
        <translation>Più peso</translation>
    </message>
    <message>
        <source>Less weight</source>
        <translation>Meno peso</translation>
    </message>
    <message>
        <source>Search for its text, too</source>
        <translation>Cerca anche il suo testo</translation>
    </message>
    <message>
        <source>Fewer like this</source>
        <translation>Meno simili a questa</translation>
    </message>
    <message>
        <source>Photos with this</source>
        <translation>Foto con questo</translation>
    </message>
    <message>
        <source>Photos without this</source>
        <translation>Foto senza questo</translation>
    </message>
    <message>
        <source>Change the words</source>
        <translation>Cambia le parole</translation>
    </message>
    <message>
        <source>Not this</source>
        <translation>Non questa</translation>
    </message>
    <message>
        <source>Frame a part…</source>
        <translation>Inquadra una parte…</translation>
    </message>
    <message>
        <source>framed</source>
        <translation>inquadrata</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>segnata</translation>
    </message>
    <message>
        <source>{chosen}. Click to change it.</source>
        <translation>{chosen}. Fai clic per cambiare.</translation>
    </message>
    <message>
        <source>{chosen}: change it</source>
        <translation>{chosen}: cambia</translation>
    </message>
    <message>
        <source>Space: menu. + −: more or fewer like this. Delete: remove.</source>
        <translation>Spazio: menu. + −: altre simili o meno. Canc: togli.</translation>
    </message>
    <message>
        <source>Space: menu. + −: with or without. Up and down: weight. Enter: change the words. Delete: remove.</source>
        <translation>Spazio: menu. + −: con o senza. Su e giù: peso. Invio: cambia le parole. Canc: togli.</translation>
    </message>
    <message>
        <source>Space: menu. + −: like this or not. Up and down: weight. Enter: frame a part. Delete: remove.</source>
        <translation>Spazio: menu. + −: come questa o no. Su e giù: peso. Invio: inquadra una parte. Canc: togli.</translation>
    </message>
    <message>
        <source>Fewer like the photo {name}</source>
        <translation>Meno simili alla foto {name}</translation>
    </message>
    <message>
        <source>More like the photo {name}</source>
        <translation>Altre simili alla foto {name}</translation>
    </message>
    <message>
        <source>Without the words {words}</source>
        <translation>Senza le parole {words}</translation>
    </message>
    <message>
        <source>With the words {words}</source>
        <translation>Con le parole {words}</translation>
    </message>
    <message>
        <source>Without the picture {name}</source>
        <translation>Senza l’immagine {name}</translation>
    </message>
    <message>
        <source>With the picture {name}</source>
        <translation>Con l’immagine {name}</translation>
    </message>
    <message>
        <source>By a picture</source>
        <translation>Con un’immagine</translation>
    </message>
    <message>
        <source>By content</source>
        <translation>Per contenuto</translation>
    </message>
    <message>
        <source>needs a model</source>
        <translation>serve un modello</translation>
    </message>
    <message>
        <source>By name and metadata</source>
        <translation>Per nome e metadati</translation>
    </message>
    <message>
        <source>exact search on the graphics card</source>
        <translation>ricerca esatta sulla scheda grafica</translation>
    </message>
    <message>
        <source>FAISS index on the processor</source>
        <translation>indice FAISS sul processore</translation>
    </message>
    <message>
        <source>exact search on the processor</source>
        <translation>ricerca esatta sul processore</translation>
    </message>
    <message>
        <source>standard codebook</source>
        <translation>codebook standard</translation>
    </message>
    <message>
        <source>words from your photos</source>
        <translation>parole dalle tue foto</translation>
    </message>
    <message>
        <source>codebook “{name}”</source>
        <translation>codebook “{name}”</translation>
    </message>
    <message>
        <source>{left} and {repaired}.</source>
        <translation>{left} e {repaired}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) were repaired</source>
        <translation>
            <numerusform>%Ln problema è stato risolto</numerusform>
            <numerusform>%Ln problemi sono stati risolti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) to read again</source>
        <translation>
            <numerusform>%Ln foto da rileggere</numerusform>
            <numerusform>%Ln foto da rileggere</numerusform>
        </translation>
    </message>
    <message>
        <source>These photos were indexed by another codebook or an earlier version. They are found as before; “Scan for changes” brings them up to date.</source>
        <translation>Queste foto sono state indicizzate con un altro codebook o una versione precedente. Si trovano come prima; “Cerca cambiamenti” le aggiorna.</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>File illeggibili</translation>
    </message>
    <message>
        <source>Save proof</source>
        <translation>Salva la prova</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Pagine web (*.html)</translation>
    </message>
    <message>
        <source>Choose a picture of many items</source>
        <translation>Scegli un’immagine con molti oggetti</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Salva tabella</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>{file} cannot be written: {reason}</source>
        <translation>Impossibile scrivere {file}: {reason}</translation>
    </message>
    <message>
        <source>Saved: {file}</source>
        <translation>Salvato: {file}</translation>
    </message>
    <message>
        <source>Two pictures compared</source>
        <translation>Due immagini a confronto</translation>
    </message>
    <message>
        <source>File</source>
        <translation>File</translation>
    </message>
    <message>
        <source>Agreeing points</source>
        <translation>Punti concordanti</translation>
    </message>
    <message>
        <source>Right among hits like this</source>
        <translation>Giusti tra risultati come questo</translation>
    </message>
    <message>
        <source>Of your picture, in the photo</source>
        <translation>Parte della Sua immagine nella foto</translation>
    </message>
    <message>
        <source>Of the photo, in your picture</source>
        <translation>Parte della foto nella Sua immagine</translation>
    </message>
    <message>
        <source>Corners of your picture in the photo, in pixels</source>
        <translation>Angoli della Sua immagine nella foto, in pixel</translation>
    </message>
    <message>
        <source>Transform from your picture to the photo</source>
        <translation>Trasformazione dalla Sua immagine alla foto</translation>
    </message>
    <message>
        <source>Median distance of the points from it, in pixels</source>
        <translation>Distanza mediana dei punti da essa, in pixel</translation>
    </message>
    <message>
        <source>Your picture is mirrored.</source>
        <translation>La Sua immagine è speculare.</translation>
    </message>
    <message>
        <source>By chance</source>
        <translation>Per caso</translation>
    </message>
    <message>
        <source>None of {pairs} pairs of photos of different things had {least} agreeing points. So fewer than 1 in {rare} such pairs has them, with 95 % certainty.</source>
        <translation>Di {pairs} coppie di foto di cose diverse, nessuna aveva {least} punti concordanti. Quindi meno di una su {rare} li ha, con il 95 % di certezza.</translation>
    </message>
    <message>
        <source>Too few points agree to prove a match.</source>
        <translation>Troppo pochi punti concordano per provare una corrispondenza.</translation>
    </message>
    <message>
        <source>All agreeing points, in pixels: x and y in your picture, x and y in the photo</source>
        <translation>Tutti i punti concordanti, in pixel: x e y nella Sua immagine, x e y nella foto</translation>
    </message>
    <message>
        <source>Made with cbir {version}, {date}</source>
        <translation>Creato con cbir {version}, {date}</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Cartella</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Riprova</translation>
    </message>
    <message>
        <source>Copy the list</source>
        <translation>Copia l’elenco</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are not in the library. The files themselves were not touched.</source>
        <translation>
            <numerusform>%Ln file non è nella libreria. Il file in sé non è stato toccato.</numerusform>
            <numerusform>%Ln file non sono nella libreria. I file in sé non sono stati toccati.</numerusform>
        </translation>
    </message>
    <message>
        <source>The search engine stopped before it could answer. It is starting again; please try once more.</source>
        <translation>Il motore di ricerca si è fermato prima di rispondere. Si sta riavviando: prova ancora una volta.</translation>
    </message>
    <message>
        <source>The search engine stopped twice while it worked on this, so it was not asked a third time.</source>
        <translation>Il motore di ricerca si è fermato due volte su questa richiesta, quindi non è stato interrogato una terza volta.</translation>
    </message>
    <message>
        <source>The search engine stopped unexpectedly. It is starting again.</source>
        <translation>Il motore di ricerca si è fermato inaspettatamente. Si sta riavviando.</translation>
    </message>
    <message>
        <source>The search engine keeps stopping, so it was not started again. Your library is unharmed.</source>
        <translation>Il motore di ricerca continua a fermarsi, perciò non è stato riavviato. La tua libreria è intatta.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titolo</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Didascalia</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Scattata</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Fotocamera</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Obiettivo</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Luogo</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Dimensioni</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Posto</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Punteggio</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>Posizione</translation>
    </message>
    <message>
        <source>Found at a second look: the details most like your picture’s are in this photo.</source>
        <translation>Trovata al secondo sguardo: i dettagli più simili a quelli della ricerca sono in questa foto.</translation>
    </message>
    <message>
        <source>Found at a second look: a few points agreed, and led to the others.</source>
        <translation>Trovata al secondo sguardo: pochi punti concordavano, e hanno portato agli altri.</translation>
    </message>
    <message>
        <source>Found at a second look, with your picture mirrored.</source>
        <translation>Trovata al secondo sguardo, con l’immagine cercata vista allo specchio.</translation>
    </message>
    <message>
        <source>Both pictures look the same all over.</source>
        <translation>Le due immagini sono uguali ovunque.</translation>
    </message>
    <message>
        <source>Found by a closer comparison of both files.</source>
        <translation>Trovata con un confronto più accurato dei due file.</translation>
    </message>
    <message>
        <source>Found by searching again with the best matches.</source>
        <translation>Trovata cercando di nuovo con le corrispondenze migliori.</translation>
    </message>
    <message>
        <source>How much of your picture was found</source>
        <translation>Quanto della tua immagine è stato trovato</translation>
    </message>
    <message>
        <source>Why this photo is here</source>
        <translation>Perché questa foto è qui</translation>
    </message>
    <message>
        <source>Your picture</source>
        <translation>La tua immagine</translation>
    </message>
    <message>
        <source>The selected photo</source>
        <translation>La foto selezionata</translation>
    </message>
    <message>
        <source>What each of your words adds</source>
        <translation>Quanto aggiunge ogni tua parola</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Dettagli</translation>
    </message>
    <message>
        <source>Select a photo to see why it is here.</source>
        <translation>Seleziona una foto per vedere perché è qui.</translation>
    </message>
    <message>
        <source>Selected photo</source>
        <translation>Foto selezionata</translation>
    </message>
    <message>
        <source>The words were read in the other photo. The points around them agree in both.</source>
        <translation>Le parole sono state lette nell’altra foto. I punti attorno a esse concordano in entrambe.</translation>
    </message>
    <message>
        <source>Found by file name, folder or metadata, for some of your words.</source>
        <translation>Trovata tramite nome del file, cartella o metadati, per alcune delle tue parole.</translation>
    </message>
    <message>
        <source>Its file has the same contents as your picture.</source>
        <translation>Il suo file ha lo stesso contenuto della tua immagine.</translation>
    </message>
    <message>
        <source>The rest differs.</source>
        <translation>Il resto è diverso.</translation>
    </message>
    <message>
        <source>No points agree. Compare both pictures to be sure.</source>
        <translation>Nessun punto coincide. Confronta le due immagini per esserne certo.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) agree. Compare both pictures to be sure.</source>
        <translation>
            <numerusform>%Ln punto coincide. Confronta le due immagini per esserne certo.</numerusform>
            <numerusform>%Ln punti coincidono. Confronta le due immagini per esserne certo.</numerusform>
        </translation>
    </message>
    <message>
        <source>Barely matches.</source>
        <translation>Corrisponde appena.</translation>
    </message>
    <message>
        <source>Rate and sort out</source>
        <translation>Valutare e scegliere</translation>
    </message>
    <message>
        <source>Stars, keywords and the trash work on a large photo too, with a strip of its neighbours. Undo brings photos back from the trash.</source>
        <translation>Stelle, parole chiave e cestino funzionano anche su una foto mostrata in grande, con una striscia delle foto vicine. “Annulla” riporta le foto dal cestino.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Confronta</translation>
    </message>
    <message>
        <source>Two to four photos stand side by side and zoom together. Your picture can be wiped over a match.</source>
        <translation>Da due a quattro foto affiancate, con lo stesso zoom. La tua immagine può scorrere sopra una corrispondenza.</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Luoghi</translation>
    </message>
    <message>
        <source>More like this, fewer like this</source>
        <translation>Altre simili, meno simili</translation>
    </message>
    <message>
        <source>Mark photos that are right or wrong, and the search learns what you are looking for.</source>
        <translation>Indica quali foto vanno bene e quali no, e la ricerca impara che cosa cerchi.</translation>
    </message>
    <message>
        <source>Choose size, format and names, and a folder, a ZIP file or the clipboard.</source>
        <translation>Scegli dimensione, formato e nomi, e una cartella, un file ZIP o gli appunti.</translation>
    </message>
    <message>
        <source>Four languages</source>
        <translation>Quattro lingue</translation>
    </message>
    <message>
        <source>English, German, French and Italian: choose yours in the settings.</source>
        <translation>Inglese, tedesco, francese e italiano: scegli la tua nelle impostazioni.</translation>
    </message>
    <message>
        <source>All changes</source>
        <translation>Tutte le modifiche (in inglese)</translation>
    </message>
    <message>
        <source>Show your picture beside this photo (Enter)</source>
        <translation>Mostra la tua immagine accanto a questa foto (Invio)</translation>
    </message>
    <message>
        <source>Not confirmed</source>
        <translation>Non confermata</translation>
    </message>
    <message>
        <source>Found by file name, folder or metadata.</source>
        <translation>Trovata per nome del file, cartella o metadati.</translation>
    </message>
    <message>
        <source>Your picture itself does not confirm it. It is here because you marked it.</source>
        <translation>La tua immagine da sola non la conferma. È qui perché l’hai segnata.</translation>
    </message>
    <message>
        <source>Your picture itself does not confirm it: its points agree with those of two matches.</source>
        <translation>La tua immagine da sola non lo conferma: i punti coincidono con quelli di due corrispondenze.</translation>
    </message>
    <message>
        <source>Your picture itself does not confirm it: its points agree with those of a photo you marked.</source>
        <translation>La tua immagine da sola non la conferma: i punti coincidono con quelli di una foto che hai segnato.</translation>
    </message>
    <message>
        <source>{share} of your picture is in this photo.</source>
        <translation>{share} della tua immagine è in questa foto.</translation>
    </message>
    <message>
        <source>It is closer to your search than other photos are.</source>
        <translation>È più vicina alla tua ricerca delle altre foto.</translation>
    </message>
    <message>
        <source>It shares details with your picture, but too few points agree in place, size and angle.</source>
        <translation>Ha dettagli in comune con la tua immagine, ma troppo pochi punti concordano per posizione, grandezza e angolo.</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Valutazione</translation>
    </message>
    <message>
        <source>Rate with a click or the keys 0 to 5</source>
        <translation>Valuta con un clic, o con i tasti da 0 a 5</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Parole chiave</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Ricevuto</translation>
    </message>
    <message>
        <source>{date} (file name)</source>
        <translation>{date} (nome del file)</translation>
    </message>
    <message>
        <source>{date} (file date)</source>
        <translation>{date} (data del file)</translation>
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
        <translation>{degrees}° E</translation>
    </message>
    <message>
        <source>{degrees}° W</source>
        <translation>{degrees}° O</translation>
    </message>
    <message>
        <source>{values} from {file}, in the trash</source>
        <translation>{values} da {file}, nel cestino</translation>
    </message>
    <message>
        <source>Searching again with the matches…</source>
        <translation>Nuova ricerca con le corrispondenze…</translation>
    </message>
    <message>
        <source>Remove this filter</source>
        <translation>Rimuovi questo filtro</translation>
    </message>
    <message>
        <source>Filter: {filter}</source>
        <translation>Filtro: {filter}</translation>
    </message>
    <message>
        <source>Enter: change. Delete: remove.</source>
        <translation>Invio: cambia. Canc: togli.</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Trova</translation>
    </message>
    <message>
        <source>Find: {name}</source>
        <translation>Trova: {name}</translation>
    </message>
    <message>
        <source>A year, a month or a day: 2019, 2019-07 or 2019-07-14</source>
        <translation>Un anno, un mese o un giorno: 2019, 2019-07 o 2019-07-14</translation>
    </message>
    <message>
        <source>Not a date. Write 2019, 2019-07 or 2019-07-14.</source>
        <translation>Non è una data. Scrivi 2019, 2019-07 o 2019-07-14.</translation>
    </message>
    <message>
        <source>Any folder</source>
        <translation>Tutte</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Anno</translation>
    </message>
    <message>
        <source>None in your photos</source>
        <translation>Nessuno nelle tue foto</translation>
    </message>
    <message>
        <source>Any year</source>
        <translation>Tutti</translation>
    </message>
    <message>
        <source>Taken from</source>
        <translation>Scattata dal</translation>
    </message>
    <message>
        <source>Taken until</source>
        <translation>Scattata fino al</translation>
    </message>
    <message>
        <source>Calendar</source>
        <translation>Calendario</translation>
    </message>
    <message>
        <source>Any camera</source>
        <translation>Tutte</translation>
    </message>
    <message>
        <source>Any lens</source>
        <translation>Qualsiasi obiettivo</translation>
    </message>
    <message>
        <source>ISO</source>
        <translation>ISO</translation>
    </message>
    <message>
        <source>Any ISO</source>
        <translation>Qualsiasi ISO</translation>
    </message>
    <message>
        <source>A value or a range: 800 or 100..400</source>
        <translation>Un valore o un intervallo: 800 o 100..400</translation>
    </message>
    <message>
        <source>Aperture</source>
        <translation>Diaframma</translation>
    </message>
    <message>
        <source>Any aperture</source>
        <translation>Qualsiasi diaframma</translation>
    </message>
    <message>
        <source>A value or a range: 2.8 or &lt;4</source>
        <translation>Un valore o un intervallo: 2.8 o &lt;4</translation>
    </message>
    <message>
        <source>Exposure time</source>
        <translation>Tempo di esposizione</translation>
    </message>
    <message>
        <source>Any exposure time</source>
        <translation>Qualsiasi tempo di esposizione</translation>
    </message>
    <message>
        <source>A value or a range: 1/250 or &gt;1/60</source>
        <translation>Un valore o un intervallo: 1/250 o &gt;1/60</translation>
    </message>
    <message>
        <source>Focal length</source>
        <translation>Lunghezza focale</translation>
    </message>
    <message>
        <source>Any focal length</source>
        <translation>Qualsiasi lunghezza focale</translation>
    </message>
    <message>
        <source>A value or a range: 50 or 24..70</source>
        <translation>Un valore o un intervallo: 50 o 24..70</translation>
    </message>
    <message>
        <source>Any rating</source>
        <translation>Tutte</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Contrassegno</translation>
    </message>
    <message>
        <source>Any flag</source>
        <translation>Tutti</translation>
    </message>
    <message>
        <source>Any label</source>
        <translation>Tutte</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Formato</translation>
    </message>
    <message>
        <source>Any place</source>
        <translation>Qualsiasi luogo</translation>
    </message>
    <message>
        <source>A town, or 38.7,-9.1~5km</source>
        <translation>Una città o 38.7,-9.1~5km</translation>
    </message>
    <message>
        <source>Any keyword</source>
        <translation>Qualsiasi parola chiave</translation>
    </message>
    <message>
        <source>Any format</source>
        <translation>Tutti</translation>
    </message>
    <message>
        <source>Orientation</source>
        <translation>Orientamento</translation>
    </message>
    <message>
        <source>Any orientation</source>
        <translation>Tutte</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>Tutte</translation>
    </message>
    <message numerus="yes">
        <source>Counts cover the first %Ln result(s).</source>
        <translation>
            <numerusform>I numeri valgono per il primo risultato.</numerusform>
            <numerusform>I numeri valgono per i primi %Ln risultati.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counts cover %Ln result(s).</source>
        <translation>
            <numerusform>I numeri valgono per %Ln risultato.</numerusform>
            <numerusform>I numeri valgono per %Ln risultati.</numerusform>
        </translation>
    </message>
    <message>
        <source>From</source>
        <translation>Dal</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Fino al</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forma</translation>
    </message>
    <message>
        <source>{size} MP or more</source>
        <translation>{size} MP o più</translation>
    </message>
    <message>
        <source>Landscape</source>
        <translation>Orizzontale</translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation>Verticale</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>Quadrato</translation>
    </message>
    <message>
        <source>Keyword {name}</source>
        <translation>Parola chiave {name}</translation>
    </message>
    <message>
        <source>Person: {name}</source>
        <translation>Persona: {name}</translation>
    </message>
    <message>
        <source>Album: {name}</source>
        <translation>Album: {name}</translation>
    </message>
    <message>
        <source>Camera: {name}</source>
        <translation>Fotocamera: {name}</translation>
    </message>
    <message>
        <source>In {folder}</source>
        <translation>In {folder}</translation>
    </message>
    <message>
        <source>photos that show a color, such as red</source>
        <translation>foto che mostrano un colore, come red</translation>
    </message>
    <message>
        <source>taken near a town, such as Lisbon</source>
        <translation>scattate vicino a una città, come Lisbon</translation>
    </message>
    <message>
        <source>taken in a country or region, such as Norway</source>
        <translation>scattate in un paese o in una regione, per esempio Norvegia</translation>
    </message>
    <message>
        <source>by a make or model of camera</source>
        <translation>di una marca o un modello di fotocamera</translation>
    </message>
    <message>
        <source>by a lens</source>
        <translation>con un obiettivo</translation>
    </message>
    <message>
        <source>taken in a year, a month or on a day</source>
        <translation>scattate in un anno, in un mese o in un giorno</translation>
    </message>
    <message>
        <source>taken in a month of any year, such as 8</source>
        <translation>scattate in un mese di qualsiasi anno, per esempio 8</translation>
    </message>
    <message>
        <source>taken then or later</source>
        <translation>scattate allora o più tardi</translation>
    </message>
    <message>
        <source>taken before then</source>
        <translation>scattate prima di allora</translation>
    </message>
    <message>
        <source>with stars, such as &gt;=3</source>
        <translation>con stelle, come &gt;=3</translation>
    </message>
    <message>
        <source>with a keyword</source>
        <translation>con una parola chiave</translation>
    </message>
    <message>
        <source>with somebody of this name</source>
        <translation>con qualcuno di questo nome</translation>
    </message>
    <message>
        <source>in a folder of this name</source>
        <translation>in una cartella con questo nome</translation>
    </message>
    <message>
        <source>in a file format, such as jpeg</source>
        <translation>in un formato di file, come jpeg</translation>
    </message>
    <message>
        <source>at a sensitivity, such as &gt;=1600</source>
        <translation>a una sensibilità, come &gt;=1600</translation>
    </message>
    <message>
        <source>at an f-number, such as &lt;2.8</source>
        <translation>a un diaframma, come &lt;2.8</translation>
    </message>
    <message>
        <source>with an exposure time, such as 1/250</source>
        <translation>con un tempo di esposizione, come 1/250</translation>
    </message>
    <message>
        <source>at a focal length in mm, such as 24..70</source>
        <translation>a una lunghezza focale in mm, come 24..70</translation>
    </message>
    <message>
        <source>upright, wide or square</source>
        <translation>verticali, orizzontali o quadrate</translation>
    </message>
    <message>
        <source>of a size in megapixels, such as &gt;=12</source>
        <translation>di una dimensione in megapixel, come &gt;=12</translation>
    </message>
    <message>
        <source>with a word in the file name</source>
        <translation>con una parola nel nome del file</translation>
    </message>
    <message>
        <source>with a word in the title or caption</source>
        <translation>con una parola nel titolo o nella didascalia</translation>
    </message>
    <message>
        <source>with a word that is written in the photo</source>
        <translation>con una parola scritta nella foto</translation>
    </message>
    <message>
        <source>by a photographer</source>
        <translation>di un fotografo</translation>
    </message>
    <message>
        <source>of a thing that you named</source>
        <translation>di un soggetto a cui ha dato un nome</translation>
    </message>
    <message>
        <source>picked or rejected: pick, reject or none</source>
        <translation>scelte o scartate: pick, reject o none</translation>
    </message>
    <message>
        <source>with a color label, such as red</source>
        <translation>con un’etichetta colorata, come red</translation>
    </message>
    <message>
        <source>with or without flash: yes or no</source>
        <translation>con o senza flash: yes o no</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Suggerimenti</translation>
    </message>
    <message>
        <source>Search again: {text}</source>
        <translation>Cerca di nuovo: {text}</translation>
    </message>
    <message>
        <source>Taken from {date}</source>
        <translation>Scattata dal {date}</translation>
    </message>
    <message>
        <source>Taken until {date}</source>
        <translation>Scattata fino al {date}</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Data</translation>
    </message>
    <message>
        <source>Stars</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Parola chiave</translation>
    </message>
    <message>
        <source>Color</source>
        <translation>Colore</translation>
    </message>
    <message>
        <source>black</source>
        <translation>nero</translation>
    </message>
    <message>
        <source>white</source>
        <translation>bianco</translation>
    </message>
    <message>
        <source>gray</source>
        <translation>grigio</translation>
    </message>
    <message>
        <source>red</source>
        <translation>rosso</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>arancione</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>giallo</translation>
    </message>
    <message>
        <source>green</source>
        <translation>verde</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>blu</translation>
    </message>
    <message>
        <source>purple</source>
        <translation>viola</translation>
    </message>
    <message>
        <source>pink</source>
        <translation>rosa</translation>
    </message>
    <message>
        <source>brown</source>
        <translation>marrone</translation>
    </message>
    <message>
        <source>Color: {color}</source>
        <translation>Colore: {color}</translation>
    </message>
    <message>
        <source>Keyword {word}</source>
        <translation>Parola chiave {word}</translation>
    </message>
    <message>
        <source>{size} megapixels or more</source>
        <translation>{size} megapixel o più</translation>
    </message>
    <message>
        <source>Taken in {date}</source>
        <translation>Scattata nel {date}</translation>
    </message>
    <message>
        <source>Taken {first} – {last}</source>
        <translation>Dal {first} al {last}</translation>
    </message>
    <message>
        <source>Near {place}</source>
        <translation>Vicino a {place}</translation>
    </message>
    <message>
        <source>Within {distance} of {place}</source>
        <translation>Entro {distance} da {place}</translation>
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
        <translation>Sotto {value}</translation>
    </message>
    <message>
        <source>Up to {value}</source>
        <translation>Fino a {value}</translation>
    </message>
    <message>
        <source>Above {value}</source>
        <translation>Oltre {value}</translation>
    </message>
    <message>
        <source>From {value}</source>
        <translation>Da {value}</translation>
    </message>
    <message>
        <source>Shorter than {value}</source>
        <translation>Più breve di {value}</translation>
    </message>
    <message>
        <source>Longer than {value}</source>
        <translation>Più lungo di {value}</translation>
    </message>
    <message>
        <source>Not rejected</source>
        <translation>Non scartate</translation>
    </message>
    <message>
        <source>No star</source>
        <translation>Nessuna stella</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Scartata</translation>
    </message>
    <message>
        <source>{stars} or more</source>
        <translation>{stars} o più</translation>
    </message>
    <message>
        <source>Frame a part of your picture</source>
        <translation>Inquadra una parte della tua immagine</translation>
    </message>
    <message>
        <source>Frame what to look for</source>
        <translation>Inquadra che cosa cercare</translation>
    </message>
    <message>
        <source>Drag a frame, or use arrows and Shift+arrows.</source>
        <translation>Trascina una cornice, o usa le frecce e Shift+frecce.</translation>
    </message>
    <message>
        <source>Whole picture</source>
        <translation>Immagine intera</translation>
    </message>
    <message>
        <source>Search in frame</source>
        <translation>Cerca nella cornice</translation>
    </message>
    <message>
        <source>No program was found that opens “{file}”.</source>
        <translation>Nessun programma trovato per aprire “{file}”.</translation>
    </message>
    <message>
        <source>The moment is at {time} of the video.</source>
        <translation>Il momento si trova a {time} del video.</translation>
    </message>
    <message numerus="yes">
        <source>The first {most} of %Ln photo(s) were opened.</source>
        <translation>
            <numerusform>Sono state aperte le prime {most} di %Ln foto.</numerusform>
            <numerusform>Sono state aperte le prime {most} di %Ln foto.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln photo(s)</source>
        <translation>
            <numerusform>Esporta %Ln foto</numerusform>
            <numerusform>Esporta %Ln foto</numerusform>
        </translation>
    </message>
    <message>
        <source>ZIP files (*.zip)</source>
        <translation>File ZIP (*.zip)</translation>
    </message>
    <message>
        <source>Wait until the previous photos are copied.</source>
        <translation>Aspetta che finisca la copia in corso.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) copied to the clipboard.</source>
        <translation>
            <numerusform>%Ln foto copiata negli appunti.</numerusform>
            <numerusform>%Ln foto copiate negli appunti.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{folder}” is in the library, which would add the copies too. Choose another folder.</source>
        <translation>“{folder}” è nella libreria, che aggiungerebbe anche le copie. Scegli un’altra cartella.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Scegli…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) not copied: the drive is not connected.</source>
        <translation>
            <numerusform>%Ln foto non copiata: l’unità non è collegata.</numerusform>
            <numerusform>%Ln foto non copiate: l’unità non è collegata.</numerusform>
        </translation>
    </message>
    <message>
        <source>Copying photos…</source>
        <translation>Copia delle foto…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) copied to “{folder}”.</source>
        <translation>
            <numerusform>%Ln foto copiata in “{folder}”.</numerusform>
            <numerusform>%Ln foto copiate in “{folder}”.</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparing photos</source>
        <translation>Confronto delle foto</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) to the {trash} and free {size}?</source>
        <translation>
            <numerusform>Spostare %Ln foto nel {trash} e liberare {size}?</numerusform>
            <numerusform>Spostare %Ln foto nel {trash} e liberare {size}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %Ln other(s).</source>
        <translation>
            <numerusform>E %Ln altra.</numerusform>
            <numerusform>E altre %Ln.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not all of them are copies: a shot of a burst is a photo of its own. You can get them back from there.</source>
        <translation>Non tutte sono copie: uno scatto di una raffica è una foto a sé. Puoi recuperarle da lì.</translation>
    </message>
    <message>
        <source>A copy of each stays, with what you added to either. You can get them back from there.</source>
        <translation>Di ognuna resta una copia, con ciò che avete aggiunto all’una o all’altra. Potete riprenderle da lì.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln last copy(s) stay unless you confirm them next.</source>
        <translation>
            <numerusform>%Ln ultima copia resta, se non la confermi subito dopo.</numerusform>
            <numerusform>%Ln ultime copie restano, se non le confermi subito dopo.</numerusform>
        </translation>
    </message>
    <message>
        <source>A copy of each stays outside this folder. You can get them back from there.</source>
        <translation>Una copia di ciascuna resta fuori da questa cartella. Da lì si possono recuperare.</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) in {folder} to the {trash} and free {size}?</source>
        <translation>
            <numerusform>Spostare %Ln foto di {folder} nel {trash} e liberare {size}?</numerusform>
            <numerusform>Spostare %Ln foto di {folder} nel {trash} e liberare {size}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) would have no copy left.</source>
        <translation>
            <numerusform>Di %Ln foto non resterebbe alcuna copia.</numerusform>
            <numerusform>Di %Ln foto non resterebbe alcuna copia.</numerusform>
        </translation>
    </message>
    <message>
        <source>Move the last copies too</source>
        <translation>Sposta anche le ultime copie</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplicati</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>Mostra la cartella</translation>
    </message>
    <message>
        <source>What you dropped contains no picture.</source>
        <translation>In quello che hai trascinato non c’è nessuna immagine.</translation>
    </message>
    <message>
        <source>There is no picture on the clipboard. Copy a picture or a picture file first.</source>
        <translation>Negli appunti non c’è nessuna immagine. Copia prima un’immagine o un file immagine.</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Immagine incollata</translation>
    </message>
    <message>
        <source>Dropped picture</source>
        <translation>Immagine trascinata</translation>
    </message>
    <message numerus="yes">
        <source>Searching with the first of %Ln picture(s).</source>
        <translation>
            <numerusform>Ricerca con la prima di %Ln immagine.</numerusform>
            <numerusform>Ricerca con la prima di %Ln immagini.</numerusform>
        </translation>
    </message>
    <message>
        <source>Move between photos</source>
        <translation>Spostati tra le foto</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Frecce</translation>
    </message>
    <message>
        <source>Select more</source>
        <translation>Seleziona altre foto</translation>
    </message>
    <message>
        <source>Shift+Arrows</source>
        <translation>Shift+Frecce</translation>
    </message>
    <message>
        <source>Show your picture beside the photo</source>
        <translation>Mostra la tua immagine accanto alla foto</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Invio</translation>
    </message>
    <message>
        <source>Show the photo large</source>
        <translation>Mostra la foto in grande</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Spazio</translation>
    </message>
    <message>
        <source>Rate the selected photos</source>
        <translation>Valuta le foto selezionate</translation>
    </message>
    <message>
        <source>0 to 5</source>
        <translation>da 0 a 5</translation>
    </message>
    <message>
        <source>Ctrl+PgUp, Ctrl+PgDown</source>
        <translation>Ctrl+Pag↑, Ctrl+Pag↓</translation>
    </message>
    <message>
        <source>Previous, next section</source>
        <translation>Alla sezione precedente, successiva</translation>
    </message>
    <message>
        <source>Larger, smaller pictures</source>
        <translation>Immagini più grandi, più piccole</translation>
    </message>
    <message>
        <source>Ctrl++, Ctrl+−</source>
        <translation>Ctrl++, Ctrl+−</translation>
    </message>
    <message>
        <source>To the chips, and between them</source>
        <translation>Agli elementi della ricerca e tra di essi</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Sinistra, Destra</translation>
    </message>
    <message>
        <source>What can be done with it</source>
        <translation>Che cosa si può fare</translation>
    </message>
    <message>
        <source>With it or without it</source>
        <translation>Con o senza</translation>
    </message>
    <message>
        <source>More or less weight</source>
        <translation>Più o meno peso</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Su, Giù</translation>
    </message>
    <message>
        <source>Frame it, or change its words</source>
        <translation>Inquadra una parte, o cambia le parole</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>Togli</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Canc</translation>
    </message>
    <message>
        <source>One or the other</source>
        <translation>L’una o l’altra</translation>
    </message>
    <message>
        <source>Just these words, in this order</source>
        <translation>Proprio queste parole, in quest’ordine</translation>
    </message>
    <message>
        <source>Without it</source>
        <translation>Senza</translation>
    </message>
    <message>
        <source>When it was taken</source>
        <translation>Quando è stata scattata</translation>
    </message>
    <message>
        <source>Where it was taken</source>
        <translation>Dove è stata scattata</translation>
    </message>
    <message>
        <source>With what, and where it is</source>
        <translation>Con che cosa, e dove si trova</translation>
    </message>
    <message>
        <source>How it was exposed</source>
        <translation>Com’è stata esposta</translation>
    </message>
    <message>
        <source>Who is in it, and who took it</source>
        <translation>Chi vi appare e chi l’ha scattata</translation>
    </message>
    <message>
        <source>How many stars</source>
        <translation>Quante stelle</translation>
    </message>
    <message>
        <source>Picked photos, a color label</source>
        <translation>Foto scelte, un’etichetta colorata</translation>
    </message>
    <message>
        <source>What kind of picture</source>
        <translation>Che tipo di immagine</translation>
    </message>
    <message>
        <source>Zoom in, out, fit, actual size</source>
        <translation>Ingrandisci, riduci, adatta, dimensioni reali</translation>
    </message>
    <message>
        <source>Rate the photo</source>
        <translation>Valuta la foto</translation>
    </message>
    <message>
        <source>Show less, more of your picture</source>
        <translation>Meno, più della tua immagine</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>Nel testo</translation>
    </message>
    <message>
        <source>Find a key, or what it does</source>
        <translation>Trova un tasto, o ciò che fa</translation>
    </message>
    <message>
        <source>Type near:Lisbon, or filter by place. By date, photos are grouped by the towns where they were taken. Nothing is looked up on the internet.</source>
        <translation>Scrivi near:Lisbona, o filtra per luogo. Per data, le foto stanno sotto le città in cui sono state scattate. Nulla viene cercato su Internet.</translation>
    </message>
    <message>
        <source>Finds copies and says how they differ. Judge them pair by pair, and move the ones you choose to the trash.</source>
        <translation>Trova le copie e ne dice il motivo. Giudicale coppia per coppia e sposta nel cestino quelle che scegli.</translation>
    </message>
    <message>
        <source>PgUp, PgDown, arrows</source>
        <translation>Pag↑, Pag↓, frecce</translation>
    </message>
    <message>
        <source>Pick, reject, unflag them</source>
        <translation>Sceglierle, scartarle, togliere il contrassegno</translation>
    </message>
    <message>
        <source>Pick, reject, unflag it</source>
        <translation>Sceglierla, scartarla, togliere il contrassegno</translation>
    </message>
    <message>
        <source>Previous, next photo</source>
        <translation>La foto precedente, successiva</translation>
    </message>
    <message>
        <source>Lines between matching points</source>
        <translation>Linee tra i punti corrispondenti</translation>
    </message>
    <message>
        <source>Lay your picture over the photo</source>
        <translation>Sovrapponi la tua immagine alla foto</translation>
    </message>
    <message>
        <source>Details that photos are compared by</source>
        <translation>Dettagli con cui si confrontano le foto</translation>
    </message>
    <message>
        <source>Visual words that both share</source>
        <translation>Parole visive che entrambe condividono</translation>
    </message>
    <message>
        <source>Where your words were found</source>
        <translation>Dove sono state trovate le tue parole</translation>
    </message>
    <message>
        <source>Switch between photo and your picture</source>
        <translation>Passa dalla foto alla tua immagine</translation>
    </message>
    <message>
        <source>About the photo</source>
        <translation>Informazioni sulla foto</translation>
    </message>
    <message>
        <source>Move or size the frame</source>
        <translation>Sposta o ridimensiona la cornice</translation>
    </message>
    <message>
        <source>Arrows, Shift+Arrows</source>
        <translation>Frecce, Shift+Frecce</translation>
    </message>
    <message>
        <source>Back to the results</source>
        <translation>Torna ai risultati</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Cerca</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifica</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Libreria</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Visualizza</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Aiuto</translation>
    </message>
    <message>
        <source>In the search bar</source>
        <translation>Nella barra di ricerca</translation>
    </message>
    <message>
        <source>In the results</source>
        <translation>Nei risultati</translation>
    </message>
    <message>
        <source>In a picture</source>
        <translation>In un’immagine</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Scorciatoie da tastiera</translation>
    </message>
    <message>
        <source>Add a keyword</source>
        <translation>Aggiungi una parola chiave</translation>
    </message>
    <message>
        <source>Add a keyword to the selected photos</source>
        <translation>Aggiungi una parola chiave alle foto selezionate</translation>
    </message>
    <message>
        <source>Type a keyword and press Enter. Separate several with commas.</source>
        <translation>Scrivi una parola chiave e premi Invio. Separane diverse con virgole.</translation>
    </message>
    <message numerus="yes">
        <source>Suits {some} of %Ln photo(s)</source>
        <translation>
            <numerusform>Adatto a {some} di %Ln foto</numerusform>
            <numerusform>Adatto a {some} di %Ln foto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln photo(s)</source>
        <translation>
            <numerusform>{some} di %Ln foto</numerusform>
            <numerusform>{some} di %Ln foto</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to remove it</source>
        <translation>Fai clic per rimuoverla</translation>
    </message>
    <message>
        <source>Keyword {keyword}: remove it</source>
        <translation>Parola chiave {keyword}: rimuovila</translation>
    </message>
    <message>
        <source>Add folders</source>
        <translation>Aggiungi cartelle</translation>
    </message>
    <message>
        <source>Folders to add</source>
        <translation>Cartelle da aggiungere</translation>
    </message>
    <message>
        <source>Folders to leave out</source>
        <translation>Cartelle da escludere</translation>
    </message>
    <message>
        <source>Names to leave out</source>
        <translation>Nomi da escludere</translation>
    </message>
    <message>
        <source>Leave out a folder…</source>
        <translation>Escludi una cartella…</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Aggiungi</translation>
    </message>
    <message>
        <source>Names to leave out, in all folders:</source>
        <translation>Nomi da escludere, in tutte le cartelle:</translation>
    </message>
    <message>
        <source>Names of files or folders; * matches anything. Photos with such names are removed from the library.</source>
        <translation>Nomi di file o cartelle; * sta per qualsiasi testo. Le foto con questi nomi vengono tolte dalla libreria.</translation>
    </message>
    <message>
        <source>Your files stay where they are and are never changed.</source>
        <translation>I tuoi file restano dove sono e non vengono mai modificati.</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>Scegli un’altra cartella…</translation>
    </message>
    <message>
        <source>Folders to add:</source>
        <translation>Cartelle da aggiungere:</translation>
    </message>
    <message>
        <source>Folders in them to leave out:</source>
        <translation>Cartelle al loro interno da escludere:</translation>
    </message>
    <message>
        <source>Choose a folder of photos</source>
        <translation>Scegli una cartella di foto</translation>
    </message>
    <message>
        <source>Choose a folder to leave out</source>
        <translation>Scegli una cartella da escludere</translation>
    </message>
    <message>
        <source>Remove the selected folders from the list</source>
        <translation>Rimuovi dall’elenco le cartelle selezionate</translation>
    </message>
    <message>
        <source>Stopped. The photos that were finished are kept.</source>
        <translation>Interrotto. Le foto già elaborate restano.</translation>
    </message>
    <message numerus="yes">
        <source>The metadata of %Ln photo(s) was read again.</source>
        <translation>
            <numerusform>I metadati di %Ln foto sono stati riletti.</numerusform>
            <numerusform>I metadati di %Ln foto sono stati riletti.</numerusform>
        </translation>
    </message>
    <message>
        <source>Folders of the library</source>
        <translation>Cartelle della libreria</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Foto</translation>
    </message>
    <message>
        <source>Forget…</source>
        <translation>Dimentica…</translation>
    </message>
    <message>
        <source>Take the photos of the chosen folder out of the library; the files stay</source>
        <translation>Toglie dalla libreria le foto della cartella scelta; i file restano</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Aggiungi cartella…</translation>
    </message>
    <message>
        <source>Ready to search</source>
        <translation>Pronte per la ricerca</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Manutenzione</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>Mostra…</translation>
    </message>
    <message>
        <source>Show the files that could not be read</source>
        <translation>Mostra i file illeggibili</translation>
    </message>
    <message>
        <source>Try to read them again</source>
        <translation>Riprova a leggerli</translation>
    </message>
    <message>
        <source>Check…</source>
        <translation>Controlla…</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Fai una copia…</translation>
    </message>
    <message>
        <source>Learn from my photos…</source>
        <translation>Impara dalle mie foto…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostra</translation>
    </message>
    <message>
        <source>Show the library&apos;s folder in the file manager</source>
        <translation>Mostra la cartella della libreria nel gestore di file</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>Illeggibili</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Stato</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Copia di sicurezza</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Posizione</translation>
    </message>
    <message numerus="yes">
        <source>{photos} in %Ln folder(s)</source>
        <translation>
            <numerusform>{photos} in %Ln cartella</numerusform>
            <numerusform>{photos} in %Ln cartelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln file illeggibile</numerusform>
            <numerusform>%Ln file illeggibili</numerusform>
        </translation>
    </message>
    <message>
        <source>Every file could be read.</source>
        <translation>Tutti i file sono leggibili.</translation>
    </message>
    <message>
        <source>{size} + {small} thumbnails</source>
        <translation>{size} + {small} di miniature</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>non collegata</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelli…</translation>
    </message>
    <message>
        <source>{words}, from the program</source>
        <translation>{words}, del programma</translation>
    </message>
    <message>
        <source>{words}, learned from your photos, {day}</source>
        <translation>{words}, imparate dalle tue foto, {day}</translation>
    </message>
    <message>
        <source>{words}, learned from “{name}”</source>
        <translation>{words}, imparate da “{name}”</translation>
    </message>
    <message>
        <source>Scan for changes</source>
        <translation>Cerca cambiamenti</translation>
    </message>
    <message>
        <source>Add a folder of photos to the library</source>
        <translation>Aggiunge una cartella di foto alla libreria</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Cartelle</translation>
    </message>
    <message>
        <source>All photos</source>
        <translation>Tutte le foto</translation>
    </message>
    <message>
        <source>All photos, newest first</source>
        <translation>Tutte le foto, dalla più recente</translation>
    </message>
    <message>
        <source>All photos, latest additions first</source>
        <translation>Tutte le foto, dall’ultima aggiunta</translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation>Aggiunte di recente</translation>
    </message>
    <message>
        <source>Who is in the photos</source>
        <translation>Chi è nelle foto</translation>
    </message>
    <message>
        <source>Things</source>
        <translation>Soggetti</translation>
    </message>
    <message>
        <source>What several photos show</source>
        <translation>Ciò che più foto mostrano</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Mappa</translation>
    </message>
    <message>
        <source>Where the photos were taken</source>
        <translation>Dove sono state scattate le foto</translation>
    </message>
    <message>
        <source>Similarity map</source>
        <translation>Mappa delle somiglianze</translation>
    </message>
    <message>
        <source>Photos beside those that look like them</source>
        <translation>Le foto accanto a quelle che somigliano loro</translation>
    </message>
    <message>
        <source>Watch folders for changes</source>
        <translation>Sorveglia le cartelle</translation>
    </message>
    <message>
        <source>Photos that belong together, and why</source>
        <translation>Foto che vanno insieme, e perché</translation>
    </message>
    <message>
        <source>The folder cannot be reached now.</source>
        <translation>La cartella ora non è raggiungibile.</translation>
    </message>
    <message>
        <source>The library is not open.</source>
        <translation>La libreria non è aperta.</translation>
    </message>
    <message>
        <source>The library cannot be opened</source>
        <translation>Non si può aprire la libreria</translation>
    </message>
    <message>
        <source>The search engine is not running.</source>
        <translation>Il motore di ricerca non è in funzione.</translation>
    </message>
    <message>
        <source>The search engine is not running</source>
        <translation>Il motore di ricerca non è in funzione</translation>
    </message>
    <message>
        <source>Opening the library…</source>
        <translation>Apertura della libreria…</translation>
    </message>
    <message>
        <source>making an album</source>
        <translation>creazione di un album</translation>
    </message>
    <message>
        <source>Saved as the album “{name}”.</source>
        <translation>Salvata come album “{name}”.</translation>
    </message>
    <message>
        <source>name of an album</source>
        <translation>nome di un album</translation>
    </message>
    <message>
        <source>removing an album</source>
        <translation>rimozione di un album</translation>
    </message>
    <message>
        <source>The album “{name}” was removed. Its photos stay.</source>
        <translation>L’album “{name}” è stato rimosso. Le sue foto restano.</translation>
    </message>
    <message>
        <source>putting an album back</source>
        <translation>ripristino di un album</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new photo(s) in the album “{name}”.</source>
        <translation>
            <numerusform>%Ln foto nuova nell’album “{name}”.</numerusform>
            <numerusform>%Ln foto nuove nell’album “{name}”.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open album</source>
        <translation>Apri l’album</translation>
    </message>
    <message>
        <source>Add to album</source>
        <translation>Aggiungi a un album</translation>
    </message>
    <message>
        <source>New album</source>
        <translation>Nuovo album</translation>
    </message>
    <message>
        <source>{photos} in the album “{name}”</source>
        <translation>{photos} nell’album “{name}”</translation>
    </message>
    <message>
        <source>{photos} not in the album “{name}”</source>
        <translation>{photos} non nell’album “{name}”</translation>
    </message>
    <message>
        <source>Added to “{name}”: {photos}.</source>
        <translation>Aggiunto a “{name}”: {photos}.</translation>
    </message>
    <message>
        <source>Not in “{name}” any more: {photos}.</source>
        <translation>Non più in “{name}”: {photos}.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annulla</translation>
    </message>
    <message>
        <source>Nothing was moved.</source>
        <translation>Non è stato spostato niente.</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>Sposta nel cestino</translation>
    </message>
    <message>
        <source>Move “{file}” to the {trash}?</source>
        <translation>Spostare “{file}” nel {trash}?</translation>
    </message>
    <message>
        <source>No photo is rejected. X rejects the selected photos.</source>
        <translation>Nessuna foto è scartata. X scarta le foto selezionate.</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) to the {trash}?</source>
        <translation>
            <numerusform>Spostare %Ln foto nel {trash}?</numerusform>
            <numerusform>Spostare %Ln foto nel {trash}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>moving of %Ln photo(s) to the {trash}</source>
        <translation>
            <numerusform>spostamento di %Ln foto nel {trash}</numerusform>
            <numerusform>spostamento di %Ln foto nel {trash}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bringing %Ln photo(s) back…</source>
        <translation>
            <numerusform>Ripristino di %Ln foto…</numerusform>
            <numerusform>Ripristino di %Ln foto…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) are back.</source>
        <translation>
            <numerusform>%Ln foto ripristinata.</numerusform>
            <numerusform>%Ln foto ripristinate.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The file(s) go to the {trash} of your system, where you can get them back.</source>
        <translation>
            <numerusform>Il file va nel {trash} del sistema, da dove puoi recuperarlo.</numerusform>
            <numerusform>I file vanno nel {trash} del sistema, da dove puoi recuperarli.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is part of the same item and goes with it.</source>
        <translation>«{file}» ne fa parte e va con essa.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) of the same items go with them.</source>
        <translation>
            <numerusform>%Ln file che ne fa parte va con essa.</numerusform>
            <numerusform>%Ln file che ne fanno parte vanno con esse.</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to the {trash}</source>
        <translation>Sposta nel {trash}</translation>
    </message>
    <message numerus="yes">
        <source>Moving %Ln photo(s) to the {trash}…</source>
        <translation>
            <numerusform>Spostamento di %Ln foto nel {trash}…</numerusform>
            <numerusform>Spostamento di %Ln foto nel {trash}…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) moved to the {trash}. You can get them back from there.</source>
        <translation>
            <numerusform>%Ln foto spostata nel {trash}. Da lì puoi recuperarla.</numerusform>
            <numerusform>%Ln foto spostate nel {trash}. Da lì puoi recuperarle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) stay where they are: their drives are not connected.</source>
        <translation>
            <numerusform>%Ln foto resta dov’è: la sua unità non è collegata.</numerusform>
            <numerusform>%Ln foto restano dove sono: le loro unità non sono collegate.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>keyword “{word}” on %Ln photo(s)</source>
        <translation>
            <numerusform>parola chiave “{word}” su %Ln foto</numerusform>
            <numerusform>parola chiave “{word}” su %Ln foto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>label of %Ln photo(s)</source>
        <translation>
            <numerusform>etichetta di %Ln foto</numerusform>
            <numerusform>etichetta di %Ln foto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>flag of %Ln photo(s)</source>
        <translation>
            <numerusform>contrassegno di %Ln foto</numerusform>
            <numerusform>contrassegno di %Ln foto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rating of %Ln photo(s)</source>
        <translation>
            <numerusform>valutazione di %Ln foto</numerusform>
            <numerusform>valutazione di %Ln foto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>For all %Ln photo(s) selected</source>
        <translation>
            <numerusform>Per la foto selezionata</numerusform>
            <numerusform>Per tutte le %Ln foto selezionate</numerusform>
        </translation>
    </message>
    <message>
        <source>different ratings</source>
        <translation>valutazioni diverse</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>scartata</translation>
    </message>
    <message>
        <source>Fade</source>
        <translation>Dissolvenza</translation>
    </message>
    <message>
        <source>From the photo to your picture</source>
        <translation>Dalla foto alla tua immagine</translation>
    </message>
    <message>
        <source>Wipe</source>
        <translation>Tendina</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Normale</translation>
    </message>
    <message>
        <source>Only the same thing, words by BM25</source>
        <translation>Solo la stessa cosa, parole con BM25</translation>
    </message>
    <message>
        <source>Only the same thing, words by tf-idf</source>
        <translation>Solo la stessa cosa, parole con tf-idf</translation>
    </message>
    <message>
        <source>Only by content</source>
        <translation>Solo per contenuto</translation>
    </message>
    <message>
        <source>A right photo comes first</source>
        <translation>Una foto giusta viene per prima</translation>
    </message>
    <message>
        <source>Mark hits right or wrong while you search: Photo › For this search. Here your searches are repeated, and you see how often they find the right photos and whether another way finds more.</source>
        <translation>Segna i risultati come giusti o sbagliati mentre cerchi: Foto › Per questa ricerca. Qui le tue ricerche vengono ripetute e vedi quante volte trovano le foto giuste e se un altro metodo ne trova di più.</translation>
    </message>
    <message>
        <source>In the learned order</source>
        <translation>Nell’ordine appreso</translation>
    </message>
    <message>
        <source>Only the same thing, words by BM25, k1 = 2 (repeated words count more)</source>
        <translation>Solo la stessa cosa, parole con BM25, k1 = 2 (le parole ripetute contano di più)</translation>
    </message>
    <message>
        <source>Only the same thing, words by BM25, b = 0 (rich photos are not held back)</source>
        <translation>Solo la stessa cosa, parole con BM25, b = 0 (le foto ricche non sono frenate)</translation>
    </message>
    <message>
        <source>Searched again with the first hits (pseudo-feedback)</source>
        <translation>Cercato di nuovo con i primi risultati (pseudo-feedback)</translation>
    </message>
    <message>
        <source>Only the same thing, NNDR 0.7 (fewer matches)</source>
        <translation>Solo la stessa cosa, NNDR 0,7 (meno corrispondenze)</translation>
    </message>
    <message>
        <source>Only the same thing, NNDR 0.9 (more matches)</source>
        <translation>Solo la stessa cosa, NNDR 0,9 (più corrispondenze)</translation>
    </message>
    <message>
        <source>Right photos among the first five</source>
        <translation>Foto giuste tra le prime cinque</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>Precisione media</translation>
    </message>
    <message>
        <source>nDCG of the first ten</source>
        <translation>nDCG delle prime dieci</translation>
    </message>
    <message>
        <source>same thing</source>
        <translation>stessa cosa</translation>
    </message>
    <message>
        <source>names and metadata</source>
        <translation>nomi e metadati</translation>
    </message>
    <message>
        <source>content</source>
        <translation>contenuto</translation>
    </message>
    <message>
        <source>strength</source>
        <translation>forza</translation>
    </message>
    <message>
        <source>Precision at each level of recall</source>
        <translation>Precisione a ogni livello di richiamo</translation>
    </message>
    <message>
        <source>Way to &amp;search:</source>
        <translation>Modo di &amp;cercare:</translation>
    </message>
    <message>
        <source>Compare &amp;with:</source>
        <translation>Con&amp;fronta con:</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Ferma</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Avanzamento della misura</translation>
    </message>
    <message>
        <source>&amp;Learn from judged hits</source>
        <translation>&amp;Impara dai risultati giudicati</translation>
    </message>
    <message>
        <source>Search in the learned &amp;order</source>
        <translation>Cerca nell’&amp;ordine appreso</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Valori</translation>
    </message>
    <message>
        <source>Model {model}, on a sample of the photos</source>
        <translation>Modello {model}, su un campione delle foto</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Niente</translation>
    </message>
    <message numerus="yes">
        <source>%Ln search(es) with right photos.</source>
        <translation>
            <numerusform>%Ln ricerca con foto giuste.</numerusform>
            <numerusform>%Ln ricerche con foto giuste.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Models ranked a sample of %Ln photo(s).</source>
        <translation>
            <numerusform>I modelli hanno ordinato un campione di %Ln foto.</numerusform>
            <numerusform>I modelli hanno ordinato un campione di %Ln foto.</numerusform>
        </translation>
    </message>
    <message>
        <source>The difference may be chance (p = {p}). More judged searches tell more.</source>
        <translation>La differenza può essere dovuta al caso (p = {p}). Più ricerche giudicate dicono di più.</translation>
    </message>
    <message>
        <source>The second way is better, by more than chance (p = {p}).</source>
        <translation>Il secondo modo è migliore, e non per caso (p = {p}).</translation>
    </message>
    <message>
        <source>The first way is better, by more than chance (p = {p}).</source>
        <translation>Il primo modo è migliore, e non per caso (p = {p}).</translation>
    </message>
    <message>
        <source>Judged hits can teach how much each way to search counts in this library.</source>
        <translation>I risultati giudicati possono insegnare quanto conta ogni modo di cercare in questa libreria.</translation>
    </message>
    <message>
        <source>nDCG of the first ten on searches that did not teach it: {after} instead of {before} (p = {p}).</source>
        <translation>nDCG dei primi dieci nelle ricerche da cui non si è imparato: {after} invece di {before} (p = {p}).</translation>
    </message>
    <message>
        <source>That may be chance, so nothing changes. More judged searches tell more.</source>
        <translation>Può essere un caso, quindi non cambia nulla. Più ricerche giudicate dicono di più.</translation>
    </message>
    <message>
        <source>Weights: {weights}.</source>
        <translation>Pesi: {weights}.</translation>
    </message>
    <message>
        <source>The photo comes first</source>
        <translation>La foto viene per prima</translation>
    </message>
    <message>
        <source>It is confirmed as the same</source>
        <translation>È confermata come la stessa</translation>
    </message>
    <message>
        <source>Learns visual words from the details of your own photos. Meanwhile, searches use the present ones. Then altered copies of some photos are searched for with both, and you choose. Your photos, stars and keywords stay as they are.</source>
        <translation>Impara parole visive dai dettagli delle tue foto. Nel frattempo le ricerche usano quelle attuali. Poi copie modificate di alcune foto vengono cercate con entrambe, e tu scegli. Le tue foto, stelle e parole chiave restano come sono.</translation>
    </message>
    <message>
        <source>It comes first by visual words alone</source>
        <translation>Viene prima solo in base alle parole visive</translation>
    </message>
    <message>
        <source>Learn from my photos</source>
        <translation>Impara dalle mie foto</translation>
    </message>
    <message>
        <source>Progress of learning</source>
        <translation>Avanzamento dell’apprendimento</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Prima e dopo</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenza</translation>
    </message>
    <message>
        <source>Altered copies</source>
        <translation>Copie alterate</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Prima</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Dopo</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Impara</translation>
    </message>
    <message>
        <source>Stops and removes what was learned; the present visual words stay</source>
        <translation>Ferma e rimuove quanto appreso; le parole visive attuali restano</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continua</translation>
    </message>
    <message numerus="yes">
        <source>Takes about %Ln minute(s), plus the comparison, and {disk} of disk space ({free} free).</source>
        <translation>
            <numerusform>Richiede circa %Ln minuto, più il confronto, e {disk} di spazio su disco ({free} liberi).</numerusform>
            <numerusform>Richiede circa %Ln minuti, più il confronto, e {disk} di spazio su disco ({free} liberi).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them gave a different result.</source>
        <translation>
            <numerusform>%Ln di esse ha dato un risultato diverso.</numerusform>
            <numerusform>%Ln di esse hanno dato un risultato diverso.</numerusform>
        </translation>
    </message>
    <message>
        <source>The difference may be chance: keep the old words.</source>
        <translation>La differenza può essere casuale: mantieni le vecchie parole.</translation>
    </message>
    <message>
        <source>Keep the old words</source>
        <translation>Tieni le vecchie parole</translation>
    </message>
    <message>
        <source>Keep the new words</source>
        <translation>Tieni le nuove parole</translation>
    </message>
    <message>
        <source>Learning from your photos…</source>
        <translation>Apprendimento dalle tue foto…</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Un momento…</translation>
    </message>
    <message>
        <source>The new words find more</source>
        <translation>Le nuove parole trovano di più</translation>
    </message>
    <message>
        <source>The new words do not find more</source>
        <translation>Le nuove parole non trovano di più</translation>
    </message>
    <message>
        <source>Learning is paused</source>
        <translation>L’apprendimento è in pausa</translation>
    </message>
    <message>
        <source>Learn visual words from your photos</source>
        <translation>Imparare parole visive dalle tue foto</translation>
    </message>
    <message numerus="yes">
        <source>{words} words from %Ln photo(s).</source>
        <translation>
            <numerusform>{words} parole da %Ln foto.</numerusform>
            <numerusform>{words} parole da %Ln foto.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) have them already.</source>
        <translation>
            <numerusform>%Ln foto le ha già.</numerusform>
            <numerusform>%Ln foto le hanno già.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln altered copies of {photos} photos were searched for.</source>
        <translation>
            <numerusform>È stata cercata %Ln copia alterata di {photos} foto.</numerusform>
            <numerusform>Sono state cercate %Ln copie alterate di {photos} foto.</numerusform>
        </translation>
    </message>
    <message>
        <source>More photos come first than chance explains: keep the new words.</source>
        <translation>Vengono per prime più foto di quanto spieghi il caso: tieni le nuove parole.</translation>
    </message>
    <message>
        <source>{low} to {high} points</source>
        <translation>da {low} a {high} punti</translation>
    </message>
    <message>
        <source>{share} %</source>
        <translation>{share} %</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Primo</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Secondo</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valore</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>da {low} a {high}</translation>
    </message>
    <message>
        <source>Your picture left of an edge, the photo to its right: drag the edge</source>
        <translation>La tua immagine a sinistra di un bordo, la foto a destra: trascina il bordo</translation>
    </message>
    <message>
        <source>Black areas are the same in both</source>
        <translation>Le zone nere sono uguali in entrambe</translation>
    </message>
    <message>
        <source>Your picture beside the photo</source>
        <translation>La tua immagine accanto alla foto</translation>
    </message>
    <message>
        <source>The parts of the score</source>
        <translation>Le parti del punteggio</translation>
    </message>
    <message>
        <source>Picture to compare with</source>
        <translation>Immagine con cui confrontare</translation>
    </message>
    <message>
        <source>Way to lay your picture over the photo</source>
        <translation>Modo di sovrapporre la tua immagine alla foto</translation>
    </message>
    <message>
        <source>How much of your picture shows</source>
        <translation>Quanto si vede della tua immagine</translation>
    </message>
    <message>
        <source>How much of your picture shows ([ and ], or Space to switch)</source>
        <translation>Quanto si vede della tua immagine ([ e ], o Spazio per passare all’altra)</translation>
    </message>
    <message>
        <source>Mark what only one of the two pictures has</source>
        <translation>Segna ciò che ha solo una delle due immagini</translation>
    </message>
    <message>
        <source>Proof…</source>
        <translation>Prova…</translation>
    </message>
    <message>
        <source>Save a page with both pictures, the points that agree, and checksums</source>
        <translation>Salvare una pagina con entrambe le immagini, i punti concordanti e i checksum</translation>
    </message>
    <message>
        <source>The position of your picture in this photo is unknown</source>
        <translation>La posizione della tua immagine in questa foto non è nota</translation>
    </message>
    <message>
        <source>No points agree</source>
        <translation>Nessun punto concorde</translation>
    </message>
    <message>
        <source>Lay your picture over the photo (O)</source>
        <translation>Sovrapponi la tua immagine alla foto (O)</translation>
    </message>
    <message>
        <source>Model for sentences</source>
        <translation>Modello per le frasi</translation>
    </message>
    <message>
        <source>Progress of the installation</source>
        <translation>Avanzamento dell’installazione</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>Installa</translation>
    </message>
    <message>
        <source>Other models…</source>
        <translation>Altri modelli…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>A folder</source>
        <translation>Una cartella</translation>
    </message>
    <message>
        <source>A ZIP file</source>
        <translation>Un file ZIP</translation>
    </message>
    <message>
        <source>The clipboard</source>
        <translation>Gli appunti</translation>
    </message>
    <message>
        <source>File format</source>
        <translation>Formato dei file</translation>
    </message>
    <message>
        <source>{side} px</source>
        <translation>{side} px</translation>
    </message>
    <message>
        <source>Full size</source>
        <translation>Dimensioni originali</translation>
    </message>
    <message>
        <source>Longer side</source>
        <translation>Lato lungo</translation>
    </message>
    <message>
        <source>Choose, or type a number of pixels</source>
        <translation>Scegli, o scrivi un numero di pixel</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualità</translation>
    </message>
    <message>
        <source>Of JPEG and WebP: 92 shows no loss, 80 makes smaller files</source>
        <translation>Di JPEG e WebP: con 92 non si vedono perdite, con 80 i file sono più piccoli</translation>
    </message>
    <message>
        <source>Say where the photos were taken</source>
        <translation>Indica dove sono state scattate</translation>
    </message>
    <message>
        <source>Keep the names of people</source>
        <translation>Conserva i nomi delle persone</translation>
    </message>
    <message>
        <source>Also among the keywords; titles and captions stay as they are</source>
        <translation>Anche tra le parole chiave; titoli e didascalie restano come sono</translation>
    </message>
    <message>
        <source>Blur the faces of those who are not named</source>
        <translation>Sfoca i volti senza nome</translation>
    </message>
    <message>
        <source>Name pattern</source>
        <translation>Schema dei nomi</translation>
    </message>
    <message>
        <source>Placeholders are filled in: {name}, {date}, {number}, {folder}</source>
        <translation>I segnaposto vengono sostituiti: {name}, {date}, {number}, {folder}</translation>
    </message>
    <message>
        <source>The longer side is {least} to {most} pixels.</source>
        <translation>Il lato lungo va da {least} a {most} pixel.</translation>
    </message>
    <message>
        <source>“{wrong}” is not a placeholder. Use {places}.</source>
        <translation>«{wrong}» non è un segnaposto. Usa {places}.</translation>
    </message>
    <message>
        <source>Copies keep date, texts, keywords and marks. Their colors are sRGB.</source>
        <translation>Le copie conservano data, testi, parole chiave e contrassegni. I colori sono in sRGB.</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Esporta in</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>File</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Nomi</translation>
    </message>
    <message>
        <source>To</source>
        <translation>In</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Esporta</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annulla</translation>
    </message>
    <message>
        <source>{name}, {date}, {number} and {folder}</source>
        <translation>{name}, {date}, {number} e {folder}</translation>
    </message>
    <message>
        <source>Example: {name}</source>
        <translation>Esempio: {name}</translation>
    </message>
    <message>
        <source>The downloaded part is kept, even if you close the program.</source>
        <translation>La parte scaricata viene conservata, anche se chiudi il programma.</translation>
    </message>
    <message>
        <source>The downloaded part is deleted.</source>
        <translation>La parte scaricata viene eliminata.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Non ora</translation>
    </message>
    <message>
        <source>A larger model knows more than the built-in one. Install {model}:</source>
        <translation>Un modello più grande conosce più cose di quello incluso. Installa {model}:</translation>
    </message>
    <message>
        <source>To find photos by what they show, install {model}:</source>
        <translation>Per trovare le foto da quello che mostrano, installa {model}:</translation>
    </message>
    <message>
        <source>It runs on this computer, and your photos stay here.</source>
        <translation>Funziona su questo computer, e le tue foto restano qui.</translation>
    </message>
    <message>
        <source>{model} is paused: {progress}.</source>
        <translation>{model} è in pausa: {progress}.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Riprendi</translation>
    </message>
    <message>
        <source>For research only.</source>
        <translation>Solo per la ricerca scientifica.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Interruzione…</translation>
    </message>
    <message>
        <source>Installing {model}.</source>
        <translation>Installazione di {model}.</translation>
    </message>
    <message>
        <source>Weights (*.safetensors *.pt *.pth *.bin)</source>
        <translation>Pesi (*.safetensors *.pt *.pth *.bin)</translation>
    </message>
    <message>
        <source>The model is installed. Add a folder, and type what its photos show.</source>
        <translation>Il modello è installato. Aggiungi una cartella e scrivi che cosa mostrano le sue foto.</translation>
    </message>
    <message>
        <source>Only whole photos are searched from now on.</source>
        <translation>D&apos;ora in poi si cercano solo le foto intere.</translation>
    </message>
    <message>
        <source>Remove a model</source>
        <translation>Rimuovi un modello</translation>
    </message>
    <message>
        <source>Remove {model}?</source>
        <translation>Rimuovere {model}?</translation>
    </message>
    <message>
        <source>It frees {size}. Sentences no longer find photos by what they show, unless another model is in use. You can install it again later.</source>
        <translation>Si liberano {size}. Le frasi non troveranno più le foto per quello che mostrano, a meno che non sia in uso un altro modello. Puoi installarlo di nuovo più avanti.</translation>
    </message>
    <message>
        <source>The model is installed and now reads your photos. Each can be found as soon as it is read.</source>
        <translation>Il modello è installato e ora legge le tue foto. Ognuna si può trovare appena è stata letta.</translation>
    </message>
    <message>
        <source>The parts of your photos are being read now. Each photo can be found by them as soon as it is read.</source>
        <translation>Le parti delle tue foto vengono ora lette. Ogni foto si può trovare tramite esse appena è stata letta.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Rimuovi</translation>
    </message>
    <message>
        <source>Install a model</source>
        <translation>Installa un modello</translation>
    </message>
    <message>
        <source>{model} may be used for research only.</source>
        <translation>{model} si può usare solo per la ricerca scientifica.</translation>
    </message>
    <message>
        <source>Its licence is {licence}. Install it if your use is research.</source>
        <translation>La sua licenza è {licence}. Installalo se lo usi per la ricerca scientifica.</translation>
    </message>
    <message>
        <source>Choose a weights file</source>
        <translation>Scegli un file di pesi</translation>
    </message>
    <message>
        <source>Choose a folder with a ready model</source>
        <translation>Scegli una cartella con un modello pronto</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>Importa un modello</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architettura</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importa</translation>
    </message>
    <message>
        <source>Which architecture are the weights in “{file}” for?</source>
        <translation>Per quale architettura sono i pesi in “{file}”?</translation>
    </message>
    <message>
        <source>For research only: its licence forbids other use.</source>
        <translation>Solo per la ricerca scientifica: la licenza vieta altri usi.</translation>
    </message>
    <message>
        <source>Knows only the demo&apos;s pictures; not suited to photos.</source>
        <translation>Conosce solo le immagini della demo; non adatto alle foto.</translation>
    </message>
    <message>
        <source>Knows common things and scenes. Install a larger model for more.</source>
        <translation>Conosce cose e scene comuni. Per averne di più, installa un modello più grande.</translation>
    </message>
    <message>
        <source>Small built-in model</source>
        <translation>Piccolo modello integrato</translation>
    </message>
    <message>
        <source>{size} to download</source>
        <translation>{size} da scaricare</translation>
    </message>
    <message>
        <source>Quality {stars}</source>
        <translation>Qualità {stars}</translation>
    </message>
    <message>
        <source>Speed {stars}</source>
        <translation>Velocità {stars}</translation>
    </message>
    <message>
        <source>right photo first: {measured}</source>
        <translation>foto giusta al primo posto: {measured}</translation>
    </message>
    <message>
        <source>{ms} ms a photo on two cores</source>
        <translation>{ms} ms per foto su due core</translation>
    </message>
    <message>
        <source>{stars} of {most}</source>
        <translation>{stars} su {most}</translation>
    </message>
    <message>
        <source>{size} on the disk</source>
        <translation>{size} su disco</translation>
    </message>
    <message>
        <source>about {minutes} min at 50 Mbit/s</source>
        <translation>circa {minutes} min a 50 Mbit/s</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Avvio…</translation>
    </message>
    <message>
        <source>{step}: {done} of {total}</source>
        <translation>{step}: {done} di {total}</translation>
    </message>
    <message>
        <source>{size} a second</source>
        <translation>{size} al secondo</translation>
    </message>
    <message>
        <source>{seconds} s left</source>
        <translation>ancora {seconds} s</translation>
    </message>
    <message>
        <source>{minutes} min left</source>
        <translation>ancora {minutes} min</translation>
    </message>
    <message>
        <source>{hours} h left</source>
        <translation>ancora {hours} h</translation>
    </message>
    <message>
        <source>{done} of {total} downloaded</source>
        <translation>{done} di {total} scaricati</translation>
    </message>
    <message>
        <source>Estimating time and space…</source>
        <translation>Stima di tempo e spazio…</translation>
    </message>
    <message>
        <source>This needs a model.</source>
        <translation>Serve un modello.</translation>
    </message>
    <message numerus="yes">
        <source>The parts of %Ln photo(s) can be found.</source>
        <translation>
            <numerusform>Le parti di %Ln foto si possono trovare.</numerusform>
            <numerusform>Le parti di %Ln foto si possono trovare.</numerusform>
        </translation>
    </message>
    <message>
        <source>about {minutes} min</source>
        <translation>circa {minutes} min</translation>
    </message>
    <message>
        <source>about {hours} h</source>
        <translation>circa {hours} h</translation>
    </message>
    <message>
        <source>licence: {licence}</source>
        <translation>licenza: {licence}</translation>
    </message>
    <message>
        <source>A model lets you type what a photo shows, such as “a red boat at dusk”. It runs on this computer, and no photo leaves it. Nothing is downloaded unless you ask for it here.</source>
        <translation>Un modello ti permette di scrivere che cosa mostra una foto, ad esempio “una barca rossa al tramonto”. Funziona su questo computer e nessuna foto ne esce. Niente viene scaricato se non lo chiedi qui.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelli</translation>
    </message>
    <message>
        <source>Import a file…</source>
        <translation>Importa un file…</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>Importa una cartella…</translation>
    </message>
    <message>
        <source>A folder with ready ONNX towers and their tokenizer</source>
        <translation>Una cartella con torri ONNX pronte e il loro tokenizer</translation>
    </message>
    <message>
        <source>Learn my keywords</source>
        <translation>Impara le mie parole chiave</translation>
    </message>
    <message>
        <source>Forget my keywords</source>
        <translation>Dimentica le mie parole chiave</translation>
    </message>
    <message>
        <source>Search parts of photos</source>
        <translation>Cerca nelle parti delle foto</translation>
    </message>
    <message>
        <source>Its name in open_clip, which the publisher of the weights gives.</source>
        <translation>Il suo nome in open_clip, indicato da chi ha pubblicato i pesi.</translation>
    </message>
    <message>
        <source>A model can learn your people, pets and places by name, from the photos that have them as keywords.</source>
        <translation>Un modello può imparare i nomi delle tue persone, dei tuoi animali e dei tuoi luoghi dalle foto che li hanno come parole chiave.</translation>
    </message>
    <message>
        <source>Also looks at nine parts of each photo, so you can find small things in it. The model then takes ten times as long to index.</source>
        <translation>Esamina anche nove parti di ogni foto, così puoi trovarvi cose piccole. Il modello impiega allora dieci volte più tempo a indicizzare.</translation>
    </message>
    <message>
        <source>Weights on this computer, for use without a network</source>
        <translation>Pesi su questo computer, per una macchina senza rete</translation>
    </message>
    <message>
        <source>No models available.</source>
        <translation>Nessun modello disponibile.</translation>
    </message>
    <message>
        <source>Loading the list of models…</source>
        <translation>Caricamento dell’elenco dei modelli…</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in uso</translation>
    </message>
    <message>
        <source>installed</source>
        <translation>installato</translation>
    </message>
    <message>
        <source>Use</source>
        <comment>a model</comment>
        <translation>Usa</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>Usa {model}</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Rimuovi…</translation>
    </message>
    <message>
        <source>Remove {model}</source>
        <translation>Rimuovi {model}</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>consigliato</translation>
    </message>
    <message>
        <source>Install {model}</source>
        <translation>Installa {model}</translation>
    </message>
    <message>
        <source>Resume the download of {model}</source>
        <translation>Riprendi il download di {model}</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Elimina</translation>
    </message>
    <message>
        <source>Delete what was downloaded of {model}</source>
        <translation>Elimina quello che è stato scaricato di {model}</translation>
    </message>
    <message>
        <source>Learned from your photos: {keywords}.</source>
        <translation>Imparate dalle tue foto: {keywords}.</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>Chiudi questo avviso</translation>
    </message>
    <message>
        <source>Looking for programs…</source>
        <translation>Ricerca dei programmi…</translation>
    </message>
    <message>
        <source>Another program…</source>
        <translation>Altro programma…</translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation>Scegli un programma</translation>
    </message>
    <message>
        <source>“{program}” could not be started.</source>
        <translation>Non si è potuto avviare “{program}”.</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>Migliori</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Più recenti</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Meno recenti</translation>
    </message>
    <message>
        <source>Name, A to Z</source>
        <translation>Nome (A-Z)</translation>
    </message>
    <message>
        <source>Name, Z to A</source>
        <translation>Nome (Z-A)</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>Più grandi</translation>
    </message>
    <message>
        <source>Smallest first</source>
        <translation>Più piccole</translation>
    </message>
    <message>
        <source>Folder, A to Z</source>
        <translation>Cartella (A-Z)</translation>
    </message>
    <message>
        <source>Folder, Z to A</source>
        <translation>Cartella (Z-A)</translation>
    </message>
    <message>
        <source>Camera, A to Z</source>
        <translation>Fotocamera (A-Z)</translation>
    </message>
    <message>
        <source>Camera, Z to A</source>
        <translation>Fotocamera (Z-A)</translation>
    </message>
    <message>
        <source>Most stars first</source>
        <translation>Più stelle</translation>
    </message>
    <message>
        <source>Fewest stars first</source>
        <translation>Meno stelle</translation>
    </message>
    <message numerus="yes">
        <source>Same picture (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Stessa immagine (%Ln)</numerusform>
            <numerusform>Stessa immagine (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Same thing (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Stessa cosa (%Ln)</numerusform>
            <numerusform>Stessa cosa (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shares a part (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Ha una parte in comune (%Ln)</numerusform>
            <numerusform>Ha una parte in comune (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Possibly (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Forse (%Ln)</numerusform>
            <numerusform>Forse (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looks similar (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Simili (%Ln)</numerusform>
            <numerusform>Simili (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %Ln were not copied.</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Interrotto: %Ln foto non è stata copiata.</numerusform>
            <numerusform>Interrotto: %Ln foto non sono state copiate.</numerusform>
        </translation>
    </message>
    <message>
        <source>It cannot be read now</source>
        <translation>Ora non si può leggere</translation>
    </message>
    <message>
        <source>Previous photo</source>
        <translation>La foto precedente</translation>
    </message>
    <message>
        <source>Next photo</source>
        <translation>La foto successiva</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Riduci</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Ingrandisci</translation>
    </message>
    <message>
        <source>Fit to the window</source>
        <translation>Adatta alla finestra</translation>
    </message>
    <message>
        <source>More like this</source>
        <translation>Altre simili a questa</translation>
    </message>
    <message>
        <source>Photos of the same thing first, then similar ones</source>
        <translation>Prima le foto della stessa cosa, poi quelle simili</translation>
    </message>
    <message>
        <source>Photos of exactly this, however they are cropped</source>
        <translation>Foto che mostrano proprio questa cosa, in qualunque inquadratura</translation>
    </message>
    <message>
        <source>Frame and search</source>
        <translation>Inquadra e cerca</translation>
    </message>
    <message>
        <source>Search with a part of this photo</source>
        <translation>Cerca con una parte di questa foto</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Copia testo</translation>
    </message>
    <message>
        <source>More with this text</source>
        <translation>Altre con questo testo</translation>
    </message>
    <message>
        <source>About this photo</source>
        <translation>Informazioni su questa foto</translation>
    </message>
    <message>
        <source>This photo</source>
        <translation>Questa foto</translation>
    </message>
    <message>
        <source>This is its thumbnail from the library.</source>
        <translation>Questa è la sua miniatura nella libreria.</translation>
    </message>
    <message>
        <source>Type words to see where they match in a photo</source>
        <translation>Scrivi parole per vedere dove corrispondono in una foto</translation>
    </message>
    <message>
        <source>Search for the words “{words}” (Shift+T)</source>
        <translation>Cerca le parole «{words}» (Maiusc+T)</translation>
    </message>
    <message>
        <source>Add a picture to the search</source>
        <translation>Aggiungi un’immagine alla ricerca</translation>
    </message>
    <message>
        <source>Open a picture to search with</source>
        <translation>Apri un’immagine con cui cercare</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>Immagini ({patterns})</translation>
    </message>
    <message>
        <source>Reading what is written in the picture…</source>
        <translation>Lettura del testo nell’immagine…</translation>
    </message>
    <message>
        <source>No words were found in this picture.</source>
        <translation>In questa immagine non sono state trovate parole.</translation>
    </message>
    <message>
        <source>Fetching the picture from {host}…</source>
        <translation>Caricamento dell’immagine da {host}…</translation>
    </message>
    <message>
        <source>This picture is on the web. Fetch it from {host}?</source>
        <translation>Questa immagine è sul web. Caricarla da {host}?</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Carica</translation>
    </message>
    <message numerus="yes">
        <source>{names}: folder(s). Add to the library?</source>
        <translation>
            <numerusform>{names} è una cartella. Aggiungerla alla libreria?</numerusform>
            <numerusform>{names} sono cartelle. Aggiungerle alla libreria?</numerusform>
        </translation>
    </message>
    <message>
        <source>Add to the library</source>
        <translation>Aggiungi alla libreria</translation>
    </message>
    <message>
        <source>Visual details</source>
        <translation>Dettagli visivi</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Contenuto</translation>
    </message>
    <message>
        <source>Names and metadata</source>
        <translation>Nomi e metadati</translation>
    </message>
    <message>
        <source>by visual details</source>
        <translation>per dettagli visivi</translation>
    </message>
    <message>
        <source>by content</source>
        <translation>per contenuto</translation>
    </message>
    <message>
        <source>by names and metadata</source>
        <translation>per nomi e metadati</translation>
    </message>
    <message>
        <source>In its file name: {text}</source>
        <translation>Nel nome del file: {text}</translation>
    </message>
    <message>
        <source>In its folder: {text}</source>
        <translation>Nella cartella: {text}</translation>
    </message>
    <message>
        <source>In its title or caption: {text}</source>
        <translation>Nel titolo o nella didascalia: {text}</translation>
    </message>
    <message>
        <source>In its keywords or place: {text}</source>
        <translation>Nelle parole chiave o nel luogo: {text}</translation>
    </message>
    <message>
        <source>In the name of its camera: {text}</source>
        <translation>Nel nome della fotocamera: {text}</translation>
    </message>
    <message>
        <source>In the name of its lens: {text}</source>
        <translation>Nel nome dell’obiettivo: {text}</translation>
    </message>
    <message>
        <source>In its date: {text}</source>
        <translation>Nella data: {text}</translation>
    </message>
    <message>
        <source>Written in the photo: {text}</source>
        <translation>Scritto nella foto: {text}</translation>
    </message>
    <message>
        <source>Shows {color}: {text}</source>
        <translation>Mostra {color}: {text}</translation>
    </message>
    <message>
        <source>{text}, confirmed by you</source>
        <translation>{text}, confermato da te</translation>
    </message>
    <message>
        <source>How much each of your words makes the photo stand out from your library: the score minus the score without the word. A word below zero speaks against the photo.</source>
        <translation>Quanto la foto si distingue nella libreria grazie a ogni tua parola: il punteggio, meno quello senza di essa. Una parola sotto zero parla contro la foto.</translation>
    </message>
    <message>
        <source>Each is closer to its partner than {ratio} times the distance to the next detail (NNDR).</source>
        <translation>Ognuno è più vicino al suo corrispondente di {ratio} volte la distanza dal dettaglio successivo (NNDR).</translation>
    </message>
    <message>
        <source>Details that pair one to one, in the same arrangement in both pictures. Eight are proof.</source>
        <translation>Dettagli che si accoppiano uno a uno e sono disposti allo stesso modo nelle due immagini. Otto sono una prova.</translation>
    </message>
    <message>
        <source>How far the points are from where the outline puts them (median).</source>
        <translation>Quanto i punti distano dalla posizione indicata dal contorno (mediana).</translation>
    </message>
    <message>
        <source>Pixels of this photo per pixel of your picture.</source>
        <translation>Pixel di questa foto per ogni pixel della tua immagine.</translation>
    </message>
    <message numerus="yes">
        <source>point(s) agree</source>
        <comment>under their number</comment>
        <translation>
            <numerusform>punto concorde</numerusform>
            <numerusform>punti concordi</numerusform>
        </translation>
    </message>
    <message>
        <source>of your picture</source>
        <comment>under a percentage</comment>
        <translation>della tua immagine</translation>
    </message>
    <message>
        <source>How much of your picture is in this photo.</source>
        <translation>Quanto della tua immagine è in questa foto.</translation>
    </message>
    <message>
        <source>{distance} px</source>
        <translation>{distance} px</translation>
    </message>
    <message>
        <source>apart</source>
        <translation>di scarto</translation>
    </message>
    <message>
        <source>Your picture is turned clockwise in this photo.</source>
        <translation>In questa foto la tua immagine è ruotata in senso orario.</translation>
    </message>
    <message>
        <source>Your picture is turned anticlockwise in this photo.</source>
        <translation>In questa foto la tua immagine è ruotata in senso antiorario.</translation>
    </message>
    <message>
        <source>turned</source>
        <translation>di rotazione</translation>
    </message>
    <message>
        <source>in size</source>
        <translation>di scala</translation>
    </message>
    <message>
        <source>More {word} than {share} of your photos</source>
        <translation>Più {word} del {share} delle tue foto</translation>
    </message>
    <message>
        <source>Clearly shows {words}; less so {others}</source>
        <translation>Mostra chiaramente {words}, meno {others}</translation>
    </message>
    <message>
        <source>Clearly shows {words}</source>
        <translation>Mostra chiaramente {words}</translation>
    </message>
    <message>
        <source>Less so {words}</source>
        <translation>Meno {words}</translation>
    </message>
    <message>
        <source>Hardly shows {words}</source>
        <translation>Mostra appena {words}</translation>
    </message>
    <message>
        <source>Also shows {words}, which you left out</source>
        <translation>Mostra anche {words}, che hai escluso</translation>
    </message>
    <message>
        <source>“{word}”</source>
        <translation>«{word}»</translation>
    </message>
    <message>
        <source>Identical files</source>
        <translation>File identici</translation>
    </message>
    <message>
        <source>Same picture, other metadata or format</source>
        <translation>Stessa immagine, altri metadati o formato</translation>
    </message>
    <message>
        <source>Compressed again or resized</source>
        <translation>Ricompressa o ridimensionata</translation>
    </message>
    <message>
        <source>Cropped</source>
        <translation>Ritagliata</translation>
    </message>
    <message>
        <source>Turned</source>
        <translation>Ruotata</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Modificata</translation>
    </message>
    <message>
        <source>Two shots of one scene</source>
        <translation>Due scatti della stessa scena</translation>
    </message>
    <message>
        <source>Two documents of one layout</source>
        <translation>Due documenti con la stessa impaginazione</translation>
    </message>
    <message>
        <source>They share a part</source>
        <translation>Hanno una parte in comune</translation>
    </message>
    <message>
        <source>light</source>
        <translation>luce</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>colore</translation>
    </message>
    <message>
        <source>a part of it</source>
        <translation>una parte</translation>
    </message>
    <message>
        <source>sharpness</source>
        <translation>nitidezza</translation>
    </message>
    <message>
        <source>border</source>
        <translation>bordo</translation>
    </message>
    <message>
        <source>mirrored</source>
        <translation>specchiata</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>pagine</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>livelli</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>fotogrammi</translation>
    </message>
    <message>
        <source>video</source>
        <translation>video</translation>
    </message>
    <message>
        <source>sound</source>
        <translation>audio</translation>
    </message>
    <message>
        <source>transparency</source>
        <translation>trasparenza</translation>
    </message>
    <message>
        <source>depth map</source>
        <translation>mappa di profondità</translation>
    </message>
    <message>
        <source>HDR gain map</source>
        <translation>mappa di guadagno HDR</translation>
    </message>
    <message>
        <source>portrait masks</source>
        <translation>maschere ritratto</translation>
    </message>
    <message>
        <source>finer color steps</source>
        <translation>sfumature più fini</translation>
    </message>
    <message>
        <source>raw data</source>
        <translation>dati raw</translation>
    </message>
    <message>
        <source>original picture inside</source>
        <translation>immagine originale inclusa</translation>
    </message>
    <message>
        <source>thermal data</source>
        <translation>dati termici</translation>
    </message>
    <message>
        <source>more pictures inside</source>
        <translation>altre immagini incluse</translation>
    </message>
    <message>
        <source>appended data</source>
        <translation>dati aggiunti</translation>
    </message>
    <message>
        <source>not cropped</source>
        <translation>non ritagliata</translation>
    </message>
    <message>
        <source>the original</source>
        <translation>l’originale</translation>
    </message>
    <message>
        <source>the older file</source>
        <translation>il file più vecchio</translation>
    </message>
    <message>
        <source>more pixels</source>
        <translation>più pixel</translation>
    </message>
    <message>
        <source>not compressed</source>
        <translation>non compressa</translation>
    </message>
    <message>
        <source>takes less space</source>
        <translation>occupa meno spazio</translation>
    </message>
    <message>
        <source>compressed less</source>
        <translation>meno compressa</translation>
    </message>
    <message>
        <source>has the camera&apos;s data</source>
        <translation>ha i dati della fotocamera</translation>
    </message>
    <message>
        <source>has its raw file</source>
        <translation>ha il suo file raw</translation>
    </message>
    <message>
        <source>has stars or keywords</source>
        <translation>ha stelle o parole chiave</translation>
    </message>
    <message>
        <source>has more metadata</source>
        <translation>ha più metadati</translation>
    </message>
    <message>
        <source>its date was corrected</source>
        <translation>la data è stata corretta</translation>
    </message>
    <message>
        <source>picked</source>
        <translation>scelta</translation>
    </message>
    <message>
        <source>not rejected, as the other is</source>
        <translation>non rifiutata, a differenza dell’altra</translation>
    </message>
    <message>
        <source>differs in a part</source>
        <translation>è diversa in una parte</translation>
    </message>
    <message>
        <source>has more: {content}</source>
        <translation>contiene in più: {content}</translation>
    </message>
    <message>
        <source>{file} receives: {values}.</source>
        <translation>{file} riceve: {values}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln name(s) of this file</source>
        <translation>
            <numerusform>%Ln nomi di questo file</numerusform>
            <numerusform>%Ln nomi di questo file</numerusform>
        </translation>
    </message>
    <message>
        <source>Your picture matches when it is mirrored.</source>
        <translation>La tua immagine corrisponde se è specchiata.</translation>
    </message>
    <message>
        <source>{engine}: place {rank} of its own list, score {score}.</source>
        <translation>{engine}: posto {rank} del suo elenco, punteggio {score}.</translation>
    </message>
    <message>
        <source>place {rank}, score {score}</source>
        <translation>posto {rank}, punteggio {score}</translation>
    </message>
    <message>
        <source>turned {angle}° clockwise</source>
        <translation>ruotata di {angle}° in senso orario</translation>
    </message>
    <message>
        <source>turned {angle}° anticlockwise</source>
        <translation>ruotata di {angle}° in senso antiorario</translation>
    </message>
    <message>
        <source>{factor} times the size</source>
        <translation>{factor} volte la dimensione</translation>
    </message>
    <message>
        <source>upright, in its own size</source>
        <translation>diritta, nella sua dimensione</translation>
    </message>
    <message>
        <source>forgetting the recent searches</source>
        <translation>rimozione delle ricerche recenti</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>Ricerche recenti</translation>
    </message>
    <message>
        <source>No searches yet</source>
        <translation>Ancora nessuna ricerca</translation>
    </message>
    <message>
        <source>Forget the recent searches</source>
        <translation>Dimentica le ricerche recenti</translation>
    </message>
    <message numerus="yes">
        <source>Less likely (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Meno probabili (%Ln)</numerusform>
            <numerusform>Meno probabili (%Ln)</numerusform>
        </translation>
    </message>
    <message>
        <source>No date</source>
        <translation>Senza data</translation>
    </message>
    <message>
        <source>{town}, {day} {month} {year}</source>
        <translation>{town}, {day} {month} {year}</translation>
    </message>
    <message>
        <source>{town}, {first} to {last} {month} {year}</source>
        <translation>{town}, dal {first} al {last} {month} {year}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Corrispondenza</translation>
    </message>
    <message>
        <source>Search results as a list</source>
        <translation>Risultati della ricerca in elenco</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Risultati della ricerca</translation>
    </message>
    <message>
        <source>Only the same thing</source>
        <translation>Solo la stessa cosa</translation>
    </message>
    <message>
        <source>Only names and metadata</source>
        <translation>Solo nomi e metadati</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Ricerca in corso</translation>
    </message>
    <message>
        <source>Click to find similar photos too</source>
        <translation>Fai clic per trovare anche foto simili</translation>
    </message>
    <message>
        <source>Search everywhere</source>
        <translation>Cerca ovunque</translation>
    </message>
    <message>
        <source>Trash rejects…</source>
        <translation>Scartate nel cestino…</translation>
    </message>
    <message>
        <source>Fewer or more photos</source>
        <translation>Meno o più foto</translation>
    </message>
    <message>
        <source>Left: only the surest photos. Right: less likely ones too.</source>
        <translation>A sinistra: solo le foto più sicure. A destra: anche le meno probabili.</translation>
    </message>
    <message>
        <source>surest</source>
        <translation>più sicure</translation>
    </message>
    <message>
        <source>more</source>
        <translation>più foto</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>Ordine dei risultati</translation>
    </message>
    <message>
        <source>Size of the thumbnails</source>
        <translation>Dimensione delle miniature</translation>
    </message>
    <message>
        <source>{only}: find similar photos too</source>
        <translation>{only}: trova anche foto simili</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Ricerca in corso…</translation>
    </message>
    <message>
        <source>Can’t search for this</source>
        <translation>Impossibile cercare questo</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Ci vuole un momento.</translation>
    </message>
    <message>
        <source>The library is on another computer. Photos are added there.</source>
        <translation>La libreria è su un altro computer. Le foto si aggiungono lì.</translation>
    </message>
    <message>
        <source>Find a photo by a picture</source>
        <translation>Trova una foto con un’immagine</translation>
    </message>
    <message>
        <source>You can search as soon as the first photos are in.</source>
        <translation>Puoi cercare appena ci sono le prime foto.</translation>
    </message>
    <message>
        <source>Adding your photos…</source>
        <translation>Aggiunta delle tue foto…</translation>
    </message>
    <message>
        <source>Show all photos</source>
        <translation>Mostra tutte le foto</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln less likely photo(s)</source>
        <translation>
            <numerusform>Mostra %Ln foto meno probabile</numerusform>
            <numerusform>Mostra %Ln foto meno probabili</numerusform>
        </translation>
    </message>
    <message>
        <source>Get a model ({size})…</source>
        <translation>Scarica un modello ({size})…</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Incolla</translation>
    </message>
    <message>
        <source>Can’t search with this picture</source>
        <translation>Impossibile cercare con questa immagine</translation>
    </message>
    <message>
        <source>Choose or drop folders. Your files stay where they are and are never changed.</source>
        <translation>Scegli delle cartelle o rilasciale qui. I tuoi file restano dove sono e non vengono mai modificati.</translation>
    </message>
    <message>
        <source>Then drop or paste a picture to find the photos that show the same thing.</source>
        <translation>Rilascia o incolla poi un’immagine per trovare le foto che mostrano la stessa cosa.</translation>
    </message>
    <message>
        <source>Or type what you are looking for: what a photo shows, a name, a place, a date.</source>
        <translation>Oppure scrivi che cosa cerchi: che cosa mostra la foto, un nome, un luogo, una data.</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>Niente lascia questo computer.</translation>
    </message>
    <message>
        <source>A larger model understands more of what you type.</source>
        <translation>Un modello più grande capisce di più di ciò che scrivi.</translation>
    </message>
    <message>
        <source>Open a picture…</source>
        <translation>Apri un’immagine…</translation>
    </message>
    <message>
        <source>Choose folders…</source>
        <translation>Scegli cartelle…</translation>
    </message>
    <message>
        <source>Add “{folder}”</source>
        <translation>Aggiungi “{folder}”</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Rinomina</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>Rimettila</translation>
    </message>
    <message>
        <source>Type words, or drop, paste or open a picture</source>
        <translation>Scrivi parole, oppure trascina, incolla o apri un’immagine</translation>
    </message>
    <message>
        <source>Add words or a picture</source>
        <translation>Aggiungi parole o un’immagine</translation>
    </message>
    <message>
        <source>Words to search for</source>
        <translation>Parole da cercare</translation>
    </message>
    <message>
        <source>Search with the picture on the clipboard</source>
        <translation>Cerca con l’immagine negli appunti</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtro</translation>
    </message>
    <message>
        <source>Narrow the search by date, folder, camera and more</source>
        <translation>Restringi la ricerca per data, cartella, fotocamera e altro</translation>
    </message>
    <message>
        <source>Add a filter</source>
        <translation>Aggiungi un filtro</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Apri…</translation>
    </message>
    <message>
        <source>Search with a picture file</source>
        <translation>Cerca con un file immagine</translation>
    </message>
    <message>
        <source>Remove all filters</source>
        <translation>Rimuovi tutti i filtri</translation>
    </message>
    <message>
        <source>This search is an album</source>
        <translation>Questa ricerca è un album</translation>
    </message>
    <message>
        <source>Albums</source>
        <translation>Album</translation>
    </message>
    <message numerus="yes">
        <source>more than %Ln photo(s)</source>
        <translation>
            <numerusform>più di %Ln foto</numerusform>
            <numerusform>più di %Ln foto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <comment>photos</comment>
        <translation>
            <numerusform>%Ln nuova</numerusform>
            <numerusform>%Ln nuove</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter: open. F2: rename. Delete: remove.</source>
        <translation>Invio: apri. F2: rinomina. Canc: rimuovi.</translation>
    </message>
    <message>
        <source>{section}: fold away</source>
        <translation>{section}: comprimi</translation>
    </message>
    <message>
        <source>{section}: unfold</source>
        <translation>{section}: espandi</translation>
    </message>
    <message>
        <source>Same as system</source>
        <translation>Come il sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Chiaro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Scuro</translation>
    </message>
    <message>
        <source>New, changed and moved photos are noticed while this library&apos;s window is open.</source>
        <translation>Le foto nuove, modificate e spostate vengono notate finché la finestra di questa libreria è aperta.</translation>
    </message>
    <message>
        <source>Watch folders from login on</source>
        <translation>Sorveglia le cartelle dall’accesso</translation>
    </message>
    <message>
        <source>Read text in photos</source>
        <translation>Leggi il testo nelle foto</translation>
    </message>
    <message>
        <source>Tell me of new photos in albums</source>
        <translation>Segnala le foto nuove negli album</translation>
    </message>
    <message>
        <source>Ratings and keywords are kept in the library. Other programs read them from XMP sidecar files; the photos themselves are never changed.</source>
        <translation>Valutazioni e parole chiave restano nella libreria. Altri programmi le leggono dai file XMP; le foto stesse non vengono mai modificate.</translation>
    </message>
    <message>
        <source>Show the lines between matching points</source>
        <translation>Mostra le linee tra i punti corrispondenti</translation>
    </message>
    <message>
        <source>The login setting could not be changed: {reason}</source>
        <translation>Non è stato possibile cambiare ciò che si avvia all’accesso: {reason}</translation>
    </message>
    <message>
        <source>From the next login on, a small program without a window follows this library&apos;s folders.</source>
        <translation>Un piccolo programma senza finestra sorveglia le cartelle di questa libreria dal prossimo accesso in poi.</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>latino</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>cinese</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>giapponese</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>cirillico</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>greco</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>coreano</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>arabo</translation>
    </message>
    <message>
        <source>Devanagari</source>
        <translation>devanagari</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>thai</translation>
    </message>
    <message numerus="yes">
        <source>Finds signs, receipts and screenshots by their text. Reading this library takes about %Ln minute(s) in the background, and pauses while you work or run on battery.</source>
        <translation>
            <numerusform>Trova cartelli, ricevute e schermate tramite il loro testo. La lettura di questa libreria richiede circa %Ln minuto in background e si ferma mentre lavori o usi la batteria.</numerusform>
            <numerusform>Trova cartelli, ricevute e schermate tramite il loro testo. La lettura di questa libreria richiede circa %Ln minuti in background e si ferma mentre lavori o usi la batteria.</numerusform>
        </translation>
    </message>
    <message>
        <source>Scripts: {scripts}.</source>
        <translation>Alfabeti: {scripts}.</translation>
    </message>
    <message>
        <source>Find people by their faces</source>
        <translation>Trova le persone dal volto</translation>
    </message>
    <message>
        <source>When a photo is compared with your picture. The key L does the same.</source>
        <translation>Quando una foto viene confrontata con la tua immagine. Il tasto L fa lo stesso.</translation>
    </message>
    <message>
        <source>Shows a note when an album has new photos since you last opened it.</source>
        <translation>Mostra una nota quando un album ha nuove foto da quando l’hai aperto l’ultima volta.</translation>
    </message>
    <message>
        <source>Turns off animations. If the system asks for that, they are off anyway.</source>
        <translation>Disattiva le animazioni. Dove il sistema lo chiede, sono comunque disattivate.</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Riduci il movimento</translation>
    </message>
    <message>
        <source>Also save ratings and keywords to XMP sidecar files</source>
        <translation>Salva valutazioni e parole chiave anche in file XMP</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Impostazioni</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Pagine delle impostazioni</translation>
    </message>
    <message>
        <source>&amp;General</source>
        <translation>&amp;Generale</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modelli</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aspetto</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Lingua</translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation>Vale dopo il riavvio del programma.</translation>
    </message>
    <message>
        <source>From the screen</source>
        <translation>Dallo schermo</translation>
    </message>
    <message>
        <source>Drag over what to look for.   Arrows and Shift+arrows: by keyboard.   Enter: search.   Esc: leave.</source>
        <translation>Trascina su quello che cerchi.   Frecce e Shift+frecce: da tastiera.   Invio: cerca.   Esc: esci.</translation>
    </message>
    <message>
        <source>This desktop does not let programs see the screen. Take a screenshot with the desktop&apos;s own tool, often the key Print or Shift+Print, and paste it here.</source>
        <translation>Questo desktop non permette ai programmi di vedere lo schermo. Cattura l’immagine con lo strumento del desktop, spesso il tasto Stamp o Shift+Stamp, e incollala qui.</translation>
    </message>
    <message>
        <source>The system does not let this program see the screen yet. Allow it in System Settings, Privacy &amp; Security, Screen Recording, and try again. Or copy a screenshot and paste it here.</source>
        <translation>Il sistema non permette ancora a questo programma di vedere lo schermo. Consentilo in Impostazioni di Sistema, Privacy e sicurezza, Registrazione schermo, e riprova. Oppure copia un’istantanea dello schermo e incollala qui.</translation>
    </message>
    <message>
        <source>Frame a part of the screen</source>
        <translation>Inquadra una parte dello schermo</translation>
    </message>
    <message>
        <source>{width} × {height} px</source>
        <translation>{width} × {height} px</translation>
    </message>
    <message numerus="yes">
        <source>%Ln star(s)</source>
        <translation>
            <numerusform>%Ln stella</numerusform>
            <numerusform>%Ln stelle</numerusform>
        </translation>
    </message>
    <message>
        <source>Different ratings</source>
        <translation>Valutazioni diverse</translation>
    </message>
    <message>
        <source>Library state</source>
        <translation>Stato della libreria</translation>
    </message>
    <message>
        <source>Show the library</source>
        <translation>Mostra la libreria</translation>
    </message>
    <message>
        <source>Progress of adding photos</source>
        <translation>Avanzamento dell’aggiunta di foto</translation>
    </message>
    <message>
        <source>Pause adding photos</source>
        <translation>Metti in pausa l’aggiunta di foto</translation>
    </message>
    <message>
        <source>Stop adding photos; what is finished is kept</source>
        <translation>Interrompi l’aggiunta di foto; quelle già elaborate restano</translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s) not connected. Their photos can be found, but not opened.</source>
        <translation>
            <numerusform>%Ln cartella non è collegata. Le sue foto si trovano, ma non si aprono.</numerusform>
            <numerusform>%Ln cartelle non sono collegate. Le loro foto si trovano, ma non si aprono.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{folder}” is not connected. Its photos can be found, but not opened.</source>
        <translation>“{folder}” non è collegata. Le sue foto si trovano, ma non si aprono.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searchable</source>
        <translation>
            <numerusform>Si cerca in %Ln foto</numerusform>
            <numerusform>Si cerca in %Ln foto</numerusform>
        </translation>
    </message>
    <message>
        <source>No photos yet</source>
        <translation>Ancora nessuna foto</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read: show the list</source>
        <translation>
            <numerusform>%Ln file illeggibile: mostra l’elenco</numerusform>
            <numerusform>%Ln file illeggibili: mostra l’elenco</numerusform>
        </translation>
    </message>
    <message>
        <source>Adding photos is paused</source>
        <translation>L’aggiunta di foto è in pausa</translation>
    </message>
    <message>
        <source>Reading text is paused: {done} of {total}</source>
        <translation>Lettura del testo in pausa: {done} di {total}</translation>
    </message>
    <message>
        <source>Reading text: {done} of {total}</source>
        <translation>Lettura del testo: {done} di {total}</translation>
    </message>
    <message>
        <source>Looking for faces is paused: {done} of {total}</source>
        <translation>Ricerca dei volti in pausa: {done} di {total}</translation>
    </message>
    <message>
        <source>Looking for faces: {done} of {total}</source>
        <translation>Ricerca dei volti: {done} di {total}</translation>
    </message>
    <message numerus="yes">
        <source>Looking for photos… %Ln so far</source>
        <translation>
            <numerusform>Ricerca delle foto… %Ln finora</numerusform>
            <numerusform>Ricerca delle foto… %Ln finora</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for photos…</source>
        <translation>Ricerca delle foto…</translation>
    </message>
    <message>
        <source>Adding photos: {done} of {total}</source>
        <translation>Aggiunta di foto: {done} di {total}</translation>
    </message>
    <message>
        <source>{photos} a second</source>
        <translation>{photos} al secondo</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>manca meno di un minuto</translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) left</source>
        <translation>
            <numerusform>manca %Ln minuto</numerusform>
            <numerusform>mancano %Ln minuti</numerusform>
        </translation>
    </message>
    <message>
        <source>{photos}, {ready} ready to search by content</source>
        <translation>{photos}, di cui {ready} pronte per la ricerca per contenuto</translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln photo(s) searchable</source>
        <translation>
            <numerusform>Si cerca in {some} di %Ln foto</numerusform>
            <numerusform>Si cerca in {some} di %Ln foto</numerusform>
        </translation>
    </message>
    <message>
        <source>Years and months</source>
        <translation>Anni e mesi</translation>
    </message>
    <message>
        <source>change of the search</source>
        <translation>modifica della ricerca</translation>
    </message>
    <message>
        <source>Recycle Bin</source>
        <translation>Cestino</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Cestino</translation>
    </message>
    <message>
        <source>trash</source>
        <translation>cestino</translation>
    </message>
    <message>
        <source>A part of it fits better than the whole photo.</source>
        <translation>Una parte corrisponde meglio della foto intera.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s)</source>
        <translation>
            <numerusform>%Ln foto</numerusform>
            <numerusform>%Ln foto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) agree</source>
        <translation>
            <numerusform>%Ln punto concorde</numerusform>
            <numerusform>%Ln punti concordi</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln byte(s)</source>
        <translation>
            <numerusform>%Ln byte</numerusform>
            <numerusform>%Ln byte</numerusform>
        </translation>
    </message>
    <message>
        <source>{size} KB</source>
        <translation>{size} kB</translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s) left</source>
        <translation>
            <numerusform>circa %Ln ora rimanente</numerusform>
            <numerusform>circa %Ln ore rimanenti</numerusform>
        </translation>
    </message>
    <message>
        <source>The library is on another computer. Its administrator can do this.</source>
        <translation>La libreria è su un altro computer. Può farlo chi la amministra.</translation>
    </message>
    <message>
        <source>Your token or the service is read-only.</source>
        <translation>Il tuo token o il servizio consente solo la lettura.</translation>
    </message>
    <message>
        <source>This service doesn’t send original files.</source>
        <translation>Questo servizio non invia originali.</translation>
    </message>
    <message>
        <source>title</source>
        <translation>titolo</translation>
    </message>
    <message>
        <source>headline</source>
        <translation>titolo principale</translation>
    </message>
    <message>
        <source>caption</source>
        <translation>didascalia</translation>
    </message>
    <message>
        <source>creator</source>
        <translation>autore</translation>
    </message>
    <message>
        <source>copyright</source>
        <translation>copyright</translation>
    </message>
    <message>
        <source>label</source>
        <translation>etichetta</translation>
    </message>
    <message>
        <source>people</source>
        <translation>persone</translation>
    </message>
    <message>
        <source>keywords</source>
        <translation>parole chiave</translation>
    </message>
    <message>
        <source>date</source>
        <translation>data</translation>
    </message>
    <message>
        <source>position</source>
        <translation>posizione</translation>
    </message>
    <message>
        <source>place</source>
        <translation>luogo</translation>
    </message>
    <message>
        <source>stars</source>
        <translation>stelle</translation>
    </message>
    <message>
        <source>pick flag</source>
        <translation>contrassegno</translation>
    </message>
    <message>
        <source>albums</source>
        <translation>album</translation>
    </message>
    <message>
        <source>judgements</source>
        <translation>giudizi sulle ricerche</translation>
    </message>
    <message>
        <source>The library is still empty</source>
        <translation>La libreria è ancora vuota</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them by searching again with the matches</source>
        <translation>
            <numerusform>%Ln di queste cercando di nuovo con le altre</numerusform>
            <numerusform>%Ln di queste cercando di nuovo con le altre</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them show the same thing as others</source>
        <translation>
            <numerusform>%Ln di esse mostra la stessa cosa di un’altra</numerusform>
            <numerusform>%Ln di esse mostrano la stessa cosa di altre</numerusform>
        </translation>
    </message>
    <message>
        <source>No match found</source>
        <translation>Nessuna corrispondenza trovata</translation>
    </message>
    <message>
        <source>No photos found</source>
        <translation>Nessuna foto trovata</translation>
    </message>
    <message>
        <source>No match found in “{folder}”</source>
        <translation>Nessuna corrispondenza trovata in “{folder}”</translation>
    </message>
    <message>
        <source>No photos found in “{folder}”</source>
        <translation>Nessuna foto trovata in “{folder}”</translation>
    </message>
    <message>
        <source>No match found with these filters</source>
        <translation>Nessuna corrispondenza trovata con questi filtri</translation>
    </message>
    <message>
        <source>No photos found with these filters</source>
        <translation>Nessuna foto trovata con questi filtri</translation>
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
    <message>
        <source>below {least}</source>
        <translation>meno di {least}</translation>
    </message>
    <message>
        <source>Its drive is not connected.</source>
        <translation>La sua unità non è collegata.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es)</source>
        <translation>
            <numerusform>%Ln corrispondenza</numerusform>
            <numerusform>%Ln corrispondenze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{photos}, %Ln new</source>
        <translation>
            <numerusform>{photos}, %Ln nuova</numerusform>
            <numerusform>{photos}, %Ln nuove</numerusform>
        </translation>
    </message>
    <message>
        <source>only the surest</source>
        <translation>solo le più sicure</translation>
    </message>
    <message>
        <source>less likely ones too</source>
        <translation>anche le meno probabili</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a date</source>
        <translation>
            <numerusform>%Ln foto senza data</numerusform>
            <numerusform>%Ln foto senza data</numerusform>
        </translation>
    </message>
    <message>
        <source>{photos} in {time}</source>
        <translation>{photos} in {time}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searched, none looks like it.</source>
        <translation>
            <numerusform>%Ln foto cercata: non le somiglia.</numerusform>
            <numerusform>%Ln foto cercate: nessuna le somiglia.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searched.</source>
        <translation>
            <numerusform>%Ln foto cercata.</numerusform>
            <numerusform>%Ln foto cercate.</numerusform>
        </translation>
    </message>
    <message>
        <source>Added by hand</source>
        <translation>Aggiunta a mano</translation>
    </message>
    <message>
        <source>Matches the filters</source>
        <translation>Corrisponde ai filtri</translation>
    </message>
    <message>
        <source>Found by name or metadata</source>
        <translation>Trovata tramite nome o metadati</translation>
    </message>
    <message>
        <source>Less likely</source>
        <translation>Meno probabile</translation>
    </message>
    <message>
        <source>Found by way of {name}</source>
        <translation>Trovata tramite {name}</translation>
    </message>
    <message>
        <source>{values}, set on the map</source>
        <translation>{values}, impostata sulla mappa</translation>
    </message>
    <message>
        <source>{values} from {file}, which shows the same thing</source>
        <translation>{values} da {file}, che mostra lo stesso soggetto</translation>
    </message>
    <message>
        <source>Comparing more closely…</source>
        <translation>Confronto più accurato…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) share(s) a part of it</source>
        <translation>
            <numerusform>%Ln foto ne ha una parte</numerusform>
            <numerusform>%Ln foto ne hanno una parte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible match(es)</source>
        <translation>
            <numerusform>%Ln possibile corrispondenza</numerusform>
            <numerusform>%Ln possibili corrispondenze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln similar photo(s)</source>
        <translation>
            <numerusform>%Ln foto simile</numerusform>
            <numerusform>%Ln foto simili</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln exact copy(ies)</source>
        <translation>
            <numerusform>%Ln copia esatta</numerusform>
            <numerusform>%Ln copie esatte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) with some of the words</source>
        <translation>
            <numerusform>%Ln foto con alcune delle parole</numerusform>
            <numerusform>%Ln foto con alcune delle parole</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them by a closer comparison</source>
        <translation>
            <numerusform>%Ln trovata con un confronto più accurato</numerusform>
            <numerusform>%Ln trovate con un confronto più accurato</numerusform>
        </translation>
    </message>
    <message>
        <source>Marked by you</source>
        <translation>Segnata da te</translation>
    </message>
    <message>
        <source>An exact copy</source>
        <translation>Una copia esatta</translation>
    </message>
    <message>
        <source>The same picture, mirrored</source>
        <translation>La stessa immagine, specchiata</translation>
    </message>
    <message>
        <source>The same picture</source>
        <translation>La stessa immagine</translation>
    </message>
    <message>
        <source>Shares a small part, mirrored</source>
        <translation>Ne ha una piccola parte, specchiata</translation>
    </message>
    <message>
        <source>Shares a small part</source>
        <translation>Ne ha una piccola parte</translation>
    </message>
    <message>
        <source>Shares a part of it, mirrored</source>
        <translation>Ne ha una parte, specchiata</translation>
    </message>
    <message>
        <source>Possibly the same</source>
        <translation>Forse la stessa cosa</translation>
    </message>
    <message>
        <source>Found by content</source>
        <translation>Trovata per contenuto</translation>
    </message>
    <message>
        <source>Possibly: its details are most like those of your picture</source>
        <translation>Forse: i suoi dettagli sono i più simili a quelli della tua immagine</translation>
    </message>
    <message>
        <source>Possibly: few points agree</source>
        <translation>Forse: pochi punti coincidono</translation>
    </message>
    <message>
        <source>Possibly: few points agree, and a closer comparison did not confirm them</source>
        <translation>Forse: pochi punti coincidono, e un confronto più accurato non li ha confermati</translation>
    </message>
    <message numerus="yes">
        <source>{what}, by %Ln point(s)</source>
        <translation>
            <numerusform>{what}, per %Ln punto</numerusform>
            <numerusform>{what}, per %Ln punti</numerusform>
        </translation>
    </message>
    <message>
        <source>Very likely right</source>
        <translation>Molto probabilmente giusta</translation>
    </message>
    <message>
        <source>Probably right</source>
        <translation>Probabilmente giusta</translation>
    </message>
    <message>
        <source>Uncertain</source>
        <translation>Incerta</translation>
    </message>
    <message>
        <source>Good fit</source>
        <translation>Adatta</translation>
    </message>
    <message>
        <source>Fair fit</source>
        <translation>In parte adatta</translation>
    </message>
    <message>
        <source>Headline</source>
        <translation>Titolo principale</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Commento</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Persone</translation>
    </message>
    <message>
        <source>Save names to XMP sidecar files?</source>
        <translation>Salvare i nomi nei file collaterali XMP?</translation>
    </message>
    <message>
        <source>Other programs then read who is where in a photo. Your photos are not changed. The names are in the files from then on, and stay there when faces are erased.</source>
        <translation>Altri programmi leggono allora chi si trova dove in una foto. Le tue foto non vengono modificate. Da allora i nomi sono nei file e vi restano quando i volti vengono cancellati.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Salva</translation>
    </message>
    <message numerus="yes">
        <source>Names saved for %Ln photo(s).</source>
        <translation>
            <numerusform>Nomi salvati per %Ln foto.</numerusform>
            <numerusform>Nomi salvati per %Ln foto.</numerusform>
        </translation>
    </message>
    <message>
        <source>Erase all faces and names?</source>
        <translation>Cancellare tutti i volti e i nomi?</translation>
    </message>
    <message>
        <source>Every face, name and correction is removed from this library for good. Backups that you made before keep theirs: delete them, or make new ones.</source>
        <translation>Tutti i volti, i nomi e le correzioni vengono rimossi per sempre da questa libreria. I backup fatti prima conservano i loro: eliminali o creane di nuovi.</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Cancella</translation>
    </message>
    <message>
        <source>Nobody in the library has a face like this.</source>
        <translation>Nessuno nella biblioteca ha un volto simile.</translation>
    </message>
    <message>
        <source>face of {name}</source>
        <translation>volto di {name}</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Esposizione</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Flash</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Mostra</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Etichetta</translation>
    </message>
    <message>
        <source>Creator</source>
        <translation>Autore</translation>
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
        <translation>{mm} mm su pellicola 35 mm</translation>
    </message>
    <message>
        <source>Fired</source>
        <translation>Scattato</translation>
    </message>
    <message>
        <source>Looking for more photos of it…</source>
        <translation>Ricerca di altre foto dello stesso soggetto…</translation>
    </message>
    <message>
        <source>{photos} without {words}</source>
        <translation>{photos} senza {words}</translation>
    </message>
    <message>
        <source>Shows the same as {name}, which has the text</source>
        <translation>Mostra lo stesso di {name}, che contiene il testo</translation>
    </message>
    <message>
        <source>Has some of your words</source>
        <translation>Contiene alcune delle tue parole</translation>
    </message>
    <message>
        <source>Shares a part of it</source>
        <translation>Ne ha una parte</translation>
    </message>
    <message>
        <source>The same thing, mirrored</source>
        <translation>La stessa cosa, specchiata</translation>
    </message>
    <message>
        <source>The same thing</source>
        <translation>La stessa cosa</translation>
    </message>
    <message>
        <source>Searched names and metadata.</source>
        <translation>Cercato in nomi e metadati.</translation>
    </message>
    <message>
        <source>1 picture has</source>
        <translation>1 immagine ha</translation>
    </message>
    <message>
        <source> and {0} more</source>
        <translation> e altri {0}</translation>
    </message>
    <message>
        <source>: choose “Scan for changes”</source>
        <translation>: scegli “Cerca cambiamenti”</translation>
    </message>
    <message>
        <source>A backup inside the library would be lost with it. Name a file elsewhere.</source>
        <translation>Una copia di sicurezza dentro la libreria andrebbe persa con essa. Indica un file altrove.</translation>
    </message>
    <message>
        <source>A keyword has 1 to {0} letters.</source>
        <translation>Una parola chiave ha da 1 a {0} lettere.</translation>
    </message>
    <message>
        <source>A keyword has at most {0} characters.</source>
        <translation>Una parola chiave ha al massimo {0} caratteri.</translation>
    </message>
    <message>
        <source>A library on a server cannot be moved. Index your folders into one with ?folder=DIR in its address.</source>
        <translation>Una libreria su un server non si può spostare. Indicizza le tue cartelle in un’altra, con ?folder=CARTELLA nel suo indirizzo.</translation>
    </message>
    <message>
        <source>A newer version of cbir made this backup. Update cbir to restore it.</source>
        <translation>Questa copia di sicurezza è di una versione più recente di cbir. Aggiorna cbir per ripristinarla.</translation>
    </message>
    <message>
        <source>A newer version of cbir wrote the saved searches in {0}. Update cbir.</source>
        <translation>Le ricerche salvate in {0} sono di una versione più recente di cbir. Aggiorna cbir.</translation>
    </message>
    <message>
        <source>A photo that was marked is no longer in the library: the search went on without it.</source>
        <translation>Una foto segnata non è più nella libreria: la ricerca è proseguita senza.</translation>
    </message>
    <message>
        <source>A rating is 0 to {0}, or -1.</source>
        <translation>Una valutazione va da 0 a {0}, oppure è -1.</translation>
    </message>
    <message>
        <source>A region frames a part of a picture: send one, or name a photo.</source>
        <translation>Un riquadro delimita una parte di un’immagine: inviane una, o indica una foto.</translation>
    </message>
    <message>
        <source>A region needs a width and a height above 0: X,Y,W,H.</source>
        <translation>Un riquadro ha bisogno di larghezza e altezza maggiori di 0: X,Y,L,A.</translation>
    </message>
    <message>
        <source>A search gives {0} hits at most.</source>
        <translation>Una ricerca dà al massimo {0} risultati.</translation>
    </message>
    <message>
        <source>A text is longer than the model reads: its end was left out.</source>
        <translation>Un testo è più lungo di quanto il modello legga: la sua fine è stata tralasciata.</translation>
    </message>
    <message>
        <source>A text is too long to be looked up in names and metadata: it was read as a description.</source>
        <translation>Un testo è troppo lungo per cercarlo in nomi e metadati: è stato letto come una descrizione.</translation>
    </message>
    <message>
        <source>Add some with: “Add folder…” in the menu Library</source>
        <translation>Aggiungine con “Aggiungi cartella…” nel menu Libreria</translation>
    </message>
    <message>
        <source>All finished photos are kept; run the same command again for the rest.</source>
        <translation>Tutte le foto finite restano; esegui di nuovo lo stesso comando per le altre.</translation>
    </message>
    <message>
        <source>Another process is learning words for the library {0}. Wait until it is done, or stop it; searching works meanwhile.</source>
        <translation>Un altro processo sta imparando parole per la libreria {0}. Aspetta che finisca, o fermalo; intanto si può cercare.</translation>
    </message>
    <message>
        <source>Asking for the weights</source>
        <translation>Richiesta dei pesi</translation>
    </message>
    <message>
        <source>Calibrating its sentences</source>
        <translation>Calibrazione delle sue frasi</translation>
    </message>
    <message>
        <source>Choose one in the settings, under Models.</source>
        <translation>Scegline uno nelle impostazioni, sotto Modelli.</translation>
    </message>
    <message>
        <source>Choose: “Check the library…” in the menu Library</source>
        <translation>Scegli “Controlla la libreria…” nel menu Libreria.</translation>
    </message>
    <message>
        <source>Collecting details</source>
        <translation>Raccolta dei dettagli</translation>
    </message>
    <message>
        <source>Comparing on altered copies</source>
        <translation>Confronto su copie alterate</translation>
    </message>
    <message>
        <source>Copy the codebook {0} from a backup, or move the library away and index again.</source>
        <translation>Copia il codebook {0} da una copia di sicurezza, oppure sposta via la libreria e indicizza di nuovo.</translation>
    </message>
    <message>
        <source>Copy the file from a backup, or delete it.</source>
        <translation>Copia il file da una copia di sicurezza, oppure eliminalo.</translation>
    </message>
    <message>
        <source>Copying the model</source>
        <translation>Copia del modello</translation>
    </message>
    <message>
        <source>Copying the towers</source>
        <translation>Copia delle torri</translation>
    </message>
    <message>
        <source>Downloading the tokenizer</source>
        <translation>Download del tokenizer</translation>
    </message>
    <message>
        <source>Downloading the weights</source>
        <translation>Download dei pesi</translation>
    </message>
    <message>
        <source>Each worker that tried to read it crashed.</source>
        <translation>Ogni processo che ha provato a leggerlo si è bloccato.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>inglese</translation>
    </message>
    <message>
        <source>Give a term a weight from 0 to {0}.</source>
        <translation>Assegna a un termine un peso da 0 a {0}.</translation>
    </message>
    <message>
        <source>Give at least one picture or word to search for; subtracting alone finds nothing.</source>
        <translation>Indica almeno un’immagine o una parola da cercare; con le sole esclusioni non si trova niente.</translation>
    </message>
    <message>
        <source>Giving photos the new words</source>
        <translation>Assegnazione delle nuove parole alle foto</translation>
    </message>
    <message>
        <source>Importing {0} makes its weights ready for this machine.</source>
        <translation>L’importazione di {0} prepara i suoi pesi per questa macchina.</translation>
    </message>
    <message>
        <source>Index your folders again: “Scan for changes”</source>
        <translation>Indicizza di nuovo le cartelle: “Cerca cambiamenti”</translation>
    </message>
    <message>
        <source>Install a model to search by content: in the settings, under Models.</source>
        <translation>Installa un modello per cercare in base al contenuto: nelle impostazioni, sotto Modelli.</translation>
    </message>
    <message>
        <source>Installing {0} needs {1} GB in {2}, and {3} GB are free.</source>
        <translation>L’installazione di {0} richiede {1} GB in {2}, e ne sono liberi {3}.</translation>
    </message>
    <message>
        <source>Internal error. The service&apos;s administrator can find it in the log.</source>
        <translation>Errore interno. L’amministratore del servizio lo trova nel registro.</translation>
    </message>
    <message>
        <source>Is not read: the package rawpy is not installed (pip install rawpy).</source>
        <translation>Non leggibile: il pacchetto rawpy non è installato (pip install rawpy).</translation>
    </message>
    <message>
        <source>Is not there: sentences search names and metadata only, until a model is installed.</source>
        <translation>Assente: finché non è installato un modello, le frasi cercano solo nei nomi e nei metadati.</translation>
    </message>
    <message>
        <source>Is read, by rawpy {0}.</source>
        <translation>Leggibile, con rawpy {0}.</translation>
    </message>
    <message>
        <source>Is read.</source>
        <translation>Viene letto.</translation>
    </message>
    <message>
        <source>Is used through {0}.</source>
        <translation>In uso tramite {0}.</translation>
    </message>
    <message>
        <source>It cannot be moved back, and stays in the trash ({0}).</source>
        <translation>Non si può rimettere al suo posto, e resta nel cestino ({0}).</translation>
    </message>
    <message>
        <source>It cannot be moved to the trash, and stays ({0}).</source>
        <translation>Non si può spostare nel cestino, e resta dov’è ({0}).</translation>
    </message>
    <message>
        <source>It comes with the program and was copied from there again.</source>
        <translation>Fa parte del programma ed è stato copiato di nuovo da lì.</translation>
    </message>
    <message>
        <source>It could not be decoded ({0}: {1}).</source>
        <translation>Non si è potuto decodificare ({0}: {1}).</translation>
    </message>
    <message>
        <source>It does not find the nearest vectors.</source>
        <translation>Non trova i vettori più vicini.</translation>
    </message>
    <message>
        <source>It found {1} of {0} trial photos by a sentence: its weights may be the wrong ones.</source>
        <translation>Ha trovato {1} foto di prova su {0} tramite una frase: i suoi pesi potrebbero essere quelli sbagliati.</translation>
    </message>
    <message>
        <source>It is a device, a pipe or a socket, not a file.</source>
        <translation>È un dispositivo, una pipe o un socket, non un file.</translation>
    </message>
    <message>
        <source>It is a link to {0}, which is now in the trash.</source>
        <translation>È un collegamento a {0}, che ora è nel cestino.</translation>
    </message>
    <message>
        <source>It is a separate photo, and stays.</source>
        <translation>È una foto a sé, e resta.</translation>
    </message>
    <message>
        <source>It is no longer in the trash.</source>
        <translation>Non è più nel cestino.</translation>
    </message>
    <message>
        <source>The library {0} is inside {1}: its own files are left out.</source>
        <translation>La libreria {0} si trova dentro {1}: i suoi file sono esclusi.</translation>
    </message>
    <message>
        <source>The photos were not searched by content: {0}</source>
        <translation>Non si è cercato nel contenuto delle foto: {0}</translation>
    </message>
    <message>
        <source>The picture has no detail to match: it is blank, blurred or too small. The search found only photos that look like it.</source>
        <translation>L’immagine non ha dettagli da confrontare: è vuota, sfocata o troppo piccola. La ricerca ha trovato solo foto che le somigliano.</translation>
    </message>
    <message>
        <source>The query&apos;s photo has moved, or its drive is disconnected. The search used the details stored in the library.</source>
        <translation>La foto della ricerca è stata spostata o la sua unità è scollegata. La ricerca ha usato i dettagli salvati nella libreria.</translation>
    </message>
    <message>
        <source>The region {0},{1},{2},{3} is outside the picture, which is {4} x {5} pixels.</source>
        <translation>La zona {0},{1},{2},{3} è fuori dall’immagine, che è di {4} x {5} pixel.</translation>
    </message>
    <message>
        <source>The service is stopping. Ask again in 30 s.</source>
        <translation>Il servizio si sta chiudendo. Riprovi tra 30 s.</translation>
    </message>
    <message>
        <source>This service doesn&apos;t send original files. Start it with --originals to send them.</source>
        <translation>Questo servizio non invia originali. Avvialo con --originals per inviarli.</translation>
    </message>
    <message>
        <source>This service leaves out where photos were taken, so near: and filters by place don&apos;t work.</source>
        <translation>Questo servizio non dice dove sono state scattate le foto, quindi near: e i filtri per luogo non funzionano.</translation>
    </message>
    <message>
        <source>Without a token, this service answers only its own page on this computer.</source>
        <translation>Senza token questo servizio risponde solo alla pagina di questo computer.</translation>
    </message>
    <message>
        <source>{0} is inside the library itself. Name another place.</source>
        <translation>{0} si trova dentro la libreria stessa. Indica un altro posto.</translation>
    </message>
    <message>
        <source>{0} is marked both right and wrong for this search. Remove one of the marks.</source>
        <translation>{0} è segnata sia giusta sia sbagliata per questa ricerca. Togli uno dei segni.</translation>
    </message>
    <message>
        <source>{0} is not a folder. Name the folder that contains it.</source>
        <translation>{0} non è una cartella. Indica la cartella in cui si trova.</translation>
    </message>
    <message>
        <source>{0} is not a keyword: it has no letter or digit.</source>
        <translation>{0} non è una parola chiave: non contiene lettere né cifre.</translation>
    </message>
    <message>
        <source>{0} lists are too many for {1} embeddings.</source>
        <translation>{0} liste sono troppe per {1} vettori.</translation>
    </message>
    <message>
        <source>{0} lists cannot be searched: there are {1}.</source>
        <translation>Non si possono cercare {0} liste: ce ne sono {1}.</translation>
    </message>
    <message>
        <source>{0} of the stored photo counts are wrong</source>
        <translation>{0} dei conteggi di foto salvati sono errati</translation>
    </message>
    <message>
        <source>{0} of {1} photos cannot be found by content yet.</source>
        <translation>{0} foto su {1} non si possono ancora trovare per contenuto.</translation>
    </message>
    <message>
        <source>{0} photos are filtered by a wrong date</source>
        <translation>{0} foto sono filtrate secondo una data errata</translation>
    </message>
    <message>
        <source>{0} photos are filtered by a wrong rating</source>
        <translation>{0} foto sono filtrate secondo una valutazione errata</translation>
    </message>
    <message>
        <source>{0} photos are filtered by another version of their content</source>
        <translation>{0} foto sono filtrate secondo un’altra versione del loro contenuto</translation>
    </message>
    <message>
        <source>{0} photos are missing from the filters or listed there in error</source>
        <translation>{0} foto mancano nei filtri o vi figurano per errore</translation>
    </message>
    <message>
        <source>{0} photos are missing from the full text or listed there in error</source>
        <translation>{0} foto mancano nel testo completo o vi figurano per errore</translation>
    </message>
    <message>
        <source>{0} reads pictures that are not square, which cbir does not support.</source>
        <translation>{0} legge immagini non quadrate, che cbir non conosce.</translation>
    </message>
    <message>
        <source>{0} refers to a library on another computer. Open it in the window: cbir gui --library ADDRESS</source>
        <translation>{0} rimanda a una libreria su un altro computer. Aprila nella finestra: cbir gui --library ADDRESS</translation>
    </message>
    <message>
        <source>{0} several frames or pages: only the first was indexed.</source>
        <translation>{0} più fotogrammi o pagine: di ognuna è stata indicizzata la prima.</translation>
    </message>
    <message>
        <source>It takes a photo of a rocket for &quot;a cat&quot;.</source>
        <translation>Scambia la foto di un razzo per “a cat”.</translation>
    </message>
    <message>
        <source>A library&apos;s address has no password. Set the environment variable PGPASSWORD, or put it into ~/.pgpass</source>
        <translation>L’indirizzo di una libreria non contiene la password. Imposta la variabile d’ambiente PGPASSWORD, o scrivila in ~/.pgpass</translation>
    </message>
    <message>
        <source>Active now: {0}.</source>
        <translation>Attivo ora: {0}.</translation>
    </message>
    <message>
        <source>Give NNDR a ratio above 0 and at most 1.</source>
        <translation>Indicare per NNDR un rapporto maggiore di 0 e non superiore a 1.</translation>
    </message>
    <message>
        <source>It took more than {0} s of computing and was stopped.</source>
        <translation>Ci sono voluti più di {0} s di calcolo ed è stato interrotto.</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>È stato annullato.</translation>
    </message>
    <message>
        <source>Its drive is not connected, so it was not compared.</source>
        <translation>La sua unità non è collegata, quindi non è stata confrontata.</translation>
    </message>
    <message>
        <source>Its drive is not connected. Connect it and try again.</source>
        <translation>La sua unità non è collegata. Collegala e riprova.</translation>
    </message>
    <message>
        <source>Its drive is read-only, and it stays.</source>
        <translation>La sua unità è di sola lettura, e resta dov’è.</translation>
    </message>
    <message>
        <source>Its folder cannot be written to, so it stays: the drive or the folder is read-only.</source>
        <translation>Non si può scrivere nella sua cartella, quindi resta dov’è: l’unità o la cartella è di sola lettura.</translation>
    </message>
    <message>
        <source>Its sidecar cannot be written: {0}.</source>
        <translation>Il suo file XMP non si può scrivere: {0}.</translation>
    </message>
    <message>
        <source>Its sidecar was left as it is: {0}.</source>
        <translation>Il suo file XMP è stato lasciato com’è: {0}.</translation>
    </message>
    <message>
        <source>Learning words</source>
        <translation>Apprendimento delle parole</translation>
    </message>
    <message>
        <source>Make the library writable and choose: “Check the library…” in the menu Library</source>
        <translation>Rendi scrivibile la libreria e scegli “Controlla la libreria…” nel menu Libreria</translation>
    </message>
    <message>
        <source>Make the library writable, and it is written again.</source>
        <translation>Rendi scrivibile la libreria, e viene riscritto.</translation>
    </message>
    <message>
        <source>Making the model ready for this machine</source>
        <translation>Preparazione del modello per questa macchina</translation>
    </message>
    <message>
        <source>Missing or damaged: {0}.</source>
        <translation>Mancanti o danneggiati: {0}.</translation>
    </message>
    <message>
        <source>Models are compared by searches with a single text or picture. None was judged yet.</source>
        <translation>I modelli si confrontano con ricerche di un solo testo o di una sola immagine. Nessuna è stata ancora giudicata.</translation>
    </message>
    <message>
        <source>More than {0} requests a minute came from this address. Ask again in {1} s.</source>
        <translation>Da questo indirizzo sono arrivate più di {0} richieste al minuto. Richiedi tra {1} s.</translation>
    </message>
    <message>
        <source>More than {0} requests a minute came with this token. Ask again in {1} s.</source>
        <translation>Con questo token sono arrivate più di {0} richieste al minuto. Richiedi tra {1} s.</translation>
    </message>
    <message>
        <source>Name a folder by words of its name, such as in:holidays. Paths are not looked up here.</source>
        <translation>Indica una cartella con parole del suo nome, per esempio in:vacanze. I percorsi qui non vengono cercati.</translation>
    </message>
    <message>
        <source>Name a folder by words of its name. Paths are not looked up here.</source>
        <translation>Indica una cartella con parole del suo nome. I percorsi qui non vengono cercati.</translation>
    </message>
    <message>
        <source>Name at least one folder of photos to index.</source>
        <translation>Indica almeno una cartella di foto da indicizzare.</translation>
    </message>
    <message>
        <source>Neither the towers nor the folder&apos;s configuration say {0}.</source>
        <translation>Né le torri né la configurazione della cartella dicono {0}.</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found. Everything runs on the processor.</source>
        <translation>Nessun driver NVIDIA trovato. Tutto gira sul processore.</translation>
    </message>
    <message>
        <source>No graphics card that CUDA can use was found. The search ran on the processor.</source>
        <translation>Nessuna scheda grafica utilizzabile da CUDA trovata. La ricerca si è svolta sul processore.</translation>
    </message>
    <message>
        <source>No keyword has {0} photos yet: give some to photos of the same person, pet or place first.</source>
        <translation>Nessuna parola chiave ha ancora {0} foto: assegnane prima una alle foto della stessa persona, dello stesso animale o dello stesso luogo.</translation>
    </message>
    <message>
        <source>No model called {0} is offered. The settings show, under Models, those that are.</source>
        <translation>Non viene offerto nessun modello di nome {0}. Le impostazioni mostrano, in Modelli, quelli che ci sono.</translation>
    </message>
    <message>
        <source>No photos match “{0}”, so it was left out.</source>
        <translation>Nessuna foto corrisponde a &quot;{0}&quot;: il criterio è stato ignorato.</translation>
    </message>
    <message>
        <source>No worker is left at {0}. Start one with `dask worker {1}` on a computer that has cbir {2}. {3}</source>
        <translation>Non resta alcun worker su {0}. Avviane uno con `dask worker {1}` su un computer che ha cbir {2}. {3}</translation>
    </message>
    <message>
        <source>None of the library&apos;s folders is there now. Plug in their drives and try again.</source>
        <translation>Ora nessuna delle cartelle della libreria è presente. Collega le loro unità e riprova.</translation>
    </message>
    <message>
        <source>Only a description can be looked for in parts of a photo. Search with words for what it shows.</source>
        <translation>Solo una descrizione può essere cercata in parti di una foto. Cerca con parole ciò che mostra.</translation>
    </message>
    <message>
        <source>Only {0} features were found in a photo that has hundreds.</source>
        <translation>Trovati solo {0} punti caratteristici in una foto che ne ha centinaia.</translation>
    </message>
    <message>
        <source>Permission to move it was denied, and it stays.</source>
        <translation>Il permesso di spostarlo è stato negato, e resta dov’è.</translation>
    </message>
    <message>
        <source>Permission to read the file was denied.</source>
        <translation>Il permesso di leggere il file è stato negato.</translation>
    </message>
    <message>
        <source>Plug in the drive of the photos, then choose: “Check the library…” in the menu Library and there “Check thoroughly”</source>
        <translation>Collega l’unità delle foto, poi scegli “Controlla la libreria…” nel menu Libreria e lì “Controlla a fondo”</translation>
    </message>
    <message>
        <source>Putting the new words in place</source>
        <translation>Attivazione delle nuove parole</translation>
    </message>
    <message>
        <source>PySide6 is not installed: there is no window, and the commands work without it.</source>
        <translation>PySide6 non è installato: la finestra manca, i comandi funzionano anche senza.</translation>
    </message>
    <message>
        <source>Read in English: {0}.</source>
        <translation>Letto in inglese: {0}.</translation>
    </message>
    <message>
        <source>Reading JPEG XL pictures needs the package pillow-jxl-plugin, which is not installed (pip install pillow-jxl-plugin).</source>
        <translation>Per leggere le immagini JPEG XL serve il pacchetto pillow-jxl-plugin, che non è installato (pip install pillow-jxl-plugin).</translation>
    </message>
    <message>
        <source>Reading camera raw files needs the package rawpy, which is not installed (pip install rawpy).</source>
        <translation>Per leggere i file RAW serve il pacchetto rawpy, che non è installato (pip install rawpy).</translation>
    </message>
    <message>
        <source>Reading the folder</source>
        <translation>Lettura della cartella</translation>
    </message>
    <message>
        <source>Reading the weights</source>
        <translation>Lettura dei pesi</translation>
    </message>
    <message>
        <source>Restore the library from a backup to have it again.</source>
        <translation>Ripristina la libreria da una copia di sicurezza per riaverla.</translation>
    </message>
    <message>
        <source>Restore the library from a backup with the command cbir library restore, or move its folder away and index your folders again.</source>
        <translation>Ripristina la libreria da una copia di sicurezza con il comando cbir library restore, oppure sposta via la sua cartella e indicizza di nuovo le tue cartelle.</translation>
    </message>
    <message>
        <source>Restore the library from a backup, or move its folder away and index your folders again.</source>
        <translation>Ripristina la libreria da una copia di sicurezza, oppure sposta via la sua cartella e indicizza di nuovo le tue cartelle.</translation>
    </message>
    <message>
        <source>Search for something first: a photo is right or wrong for a search.</source>
        <translation>Cerca prima qualcosa: una foto è giusta o sbagliata per una ricerca.</translation>
    </message>
    <message>
        <source>Searched again as if these hits were right, {0} of {1} verified: {2}.</source>
        <translation>Nuova ricerca come se questi risultati fossero giusti, {0} su {1} confermati: {2}.</translation>
    </message>
    <message>
        <source>Searching by content needs a model{0}.</source>
        <translation>Per cercare in base al contenuto serve un modello{0}.</translation>
    </message>
    <message>
        <source>Send a token: the header Authorization: Bearer TOKEN.</source>
        <translation>Invia un token: l’intestazione Authorization: Bearer TOKEN.</translation>
    </message>
    <message>
        <source>Send the picture&apos;s bytes alone as the body, as curl --data-binary does.</source>
        <translation>Invia come contenuto solo i byte dell’immagine, come fa curl --data-binary.</translation>
    </message>
    <message>
        <source>Some photos cannot be found by typing yet: {0} The next index tries them again.</source>
        <translation>Alcune foto non si possono ancora trovare scrivendo: {0} La prossima indicizzazione ci riprova.</translation>
    </message>
    <message>
        <source>Some photos have no new words yet. The old words stay; learn the new ones again.</source>
        <translation>Alcune foto non hanno ancora parole nuove. Restano quelle di prima; impara di nuovo le nuove.</translation>
    </message>
    <message>
        <source>Something went wrong inside the program ({0}: {1}).</source>
        <translation>Qualcosa è andato storto nel programma ({0}: {1}).</translation>
    </message>
    <message>
        <source>The Dask scheduler at {0} cannot be reached ({1}). Start it with `dask scheduler`, or index without --workers.</source>
        <translation>Lo scheduler di Dask su {0} non è raggiungibile ({1}). Avvialo con `dask scheduler`, oppure indicizza senza --workers.</translation>
    </message>
    <message>
        <source>The Dask scheduler at {0} has no workers. Start some, each with `dask worker {1}`.</source>
        <translation>Lo scheduler di Dask su {0} non ha worker. Avviane alcuni, ciascuno con `dask worker {1}`.</translation>
    </message>
    <message>
        <source>The GPU cannot run the model now.</source>
        <translation>La GPU ora non può far funzionare il modello.</translation>
    </message>
    <message>
        <source>The GPU has no free memory for the model.</source>
        <translation>La GPU non ha memoria libera per il modello.</translation>
    </message>
    <message>
        <source>The JPEG file is damaged: it ends within its header.</source>
        <translation>Il file JPEG è danneggiato: finisce dentro la sua intestazione.</translation>
    </message>
    <message>
        <source>The body is empty. Send the bytes of a picture.</source>
        <translation>Il contenuto è vuoto. Invia i byte di un’immagine.</translation>
    </message>
    <message>
        <source>The building of the index of details was stopped. Searches work without it.</source>
        <translation>La creazione dell’indice dei dettagli è stata interrotta. Le ricerche funzionano anche senza.</translation>
    </message>
    <message>
        <source>The building of the vector index was stopped. Searches work without it.</source>
        <translation>La costruzione dell’indice dei vettori è stata interrotta. Le ricerche funzionano anche senza.</translation>
    </message>
    <message>
        <source>The catalog contradicts itself: {0}.</source>
        <translation>Il catalogo si contraddice: {0}.</translation>
    </message>
    <message>
        <source>The catalog could not be checked for damage ({0}).</source>
        <translation>Non è stato possibile controllare se il catalogo è danneggiato ({0}).</translation>
    </message>
    <message>
        <source>The catalog of the library {0} cannot be used ({1}). Restore the library from a backup with the command cbir library restore, or move its folder away and index your folders again; your photos are not affected.</source>
        <translation>Il catalogo della libreria {0} non è utilizzabile ({1}). Ripristina la libreria da una copia di sicurezza con il comando cbir library restore, oppure sposta via la sua cartella e indicizza di nuovo le tue cartelle; le tue foto non ne sono toccate.</translation>
    </message>
    <message>
        <source>The catalog {0} is damaged: {1}{2}.</source>
        <translation>Il catalogo {0} è danneggiato: {1}{2}.</translation>
    </message>
    <message>
        <source>The certificate of {0} is not valid here: {1}. Nothing was sent.</source>
        <translation>Il certificato di {0} non è valido qui: {1}. Non è stato inviato nulla.</translation>
    </message>
    <message>
        <source>The codebook has {0} words under {1} centroids.</source>
        <translation>Il codebook ha {0} parole sotto {1} centroidi.</translation>
    </message>
    <message>
        <source>The codebook {0} has format {1}; this program reads format {2}.</source>
        <translation>Il codebook {0} ha il formato {1}; questo programma legge il formato {2}.</translation>
    </message>
    <message>
        <source>The codebook {0} is another one: {1}.</source>
        <translation>Il codebook {0} è un altro: {1}.</translation>
    </message>
    <message>
        <source>The codebook {0} is damaged ({1}).</source>
        <translation>Il codebook {0} è danneggiato ({1}).</translation>
    </message>
    <message>
        <source>The codebook {0} is damaged: its content does not fit its checksum.</source>
        <translation>Il codebook {0} è danneggiato: il contenuto non corrisponde alla somma di controllo.</translation>
    </message>
    <message>
        <source>The codebook&apos;s {0} are {1} {2}.</source>
        <translation>I {0} del codebook sono {1} {2}.</translation>
    </message>
    <message>
        <source>The decoder crashed on this file.</source>
        <translation>Il decodificatore si è bloccato su questo file.</translation>
    </message>
    <message>
        <source>The decoder was ended by the system, probably for lack of memory.</source>
        <translation>Il decodificatore è stato chiuso dal sistema, probabilmente per mancanza di memoria.</translation>
    </message>
    <message>
        <source>The details of a library on a server cannot be compared as a whole.</source>
        <translation>I dettagli di una raccolta su un server non si possono confrontare nel loro insieme.</translation>
    </message>
    <message>
        <source>The details of the whole library cannot be compared: there is no index of them. Make one with: {0}</source>
        <translation>I dettagli dell’intera raccolta non si possono confrontare: non ne esiste un indice. Per crearlo: {0}</translation>
    </message>
    <message>
        <source>The disk reported an error while the file was read.</source>
        <translation>Il disco ha segnalato un errore durante la lettura del file.</translation>
    </message>
    <message>
        <source>The disk that holds the library {0} reported an error ({1}). Photos indexed so far are kept. Check the disk, then choose: “Check the library…” in the menu Library and there “Check thoroughly”</source>
        <translation>Il disco che contiene la libreria {0} ha segnalato un errore ({1}). Le foto indicizzate finora restano. Controlla il disco, poi scegli “Controlla la libreria…” nel menu Libreria e lì “Controlla a fondo”</translation>
    </message>
    <message>
        <source>The distance ~{0} cannot be read. Write near:{1}~20km, ~500m or ~5mi, for example.</source>
        <translation>La distanza ~{0} non è leggibile. Scrivi per esempio near:{1}~20km, ~500m o ~5mi.</translation>
    </message>
    <message>
        <source>The drive of {0} does not answer. Is it connected?</source>
        <translation>L’unità di {0} non risponde. È collegata?</translation>
    </message>
    <message>
        <source>The engine does not know the request {0}.</source>
        <translation>Il motore non conosce la richiesta {0}.</translation>
    </message>
    <message>
        <source>The file cannot be read: {0}.</source>
        <translation>Il file non si può leggere: {0}.</translation>
    </message>
    <message>
        <source>The file changed while it was being indexed.</source>
        <translation>Il file è cambiato durante l’indicizzazione.</translation>
    </message>
    <message>
        <source>The file could not be read. Try again later.</source>
        <translation>Il file non è stato letto. Riprova più tardi.</translation>
    </message>
    <message>
        <source>The file could not be read: {0}.</source>
        <translation>Non si è potuto leggere il file: {0}.</translation>
    </message>
    <message>
        <source>The file has changed since it was indexed. Index its folder again.</source>
        <translation>Il file è cambiato da quando è stato indicizzato. Indicizza di nuovo la sua cartella.</translation>
    </message>
    <message>
        <source>The file is called {0} now. Copy {1} from a backup if you have one.</source>
        <translation>Il file ora si chiama {0}. Copia {1} da una copia di sicurezza, se ne hai una.</translation>
    </message>
    <message>
        <source>The file is damaged: only {0} % of the picture is there.</source>
        <translation>Il file è danneggiato: c’è solo il {0} % dell’immagine.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Il file è vuoto.</translation>
    </message>
    <message>
        <source>The file is larger than {0} GB.</source>
        <translation>Il file è più grande di {0} GB.</translation>
    </message>
    <message>
        <source>The file is not there now, so no sidecar was written beside it.</source>
        <translation>Il file ora non c’è, perciò accanto non è stato scritto nessun file XMP.</translation>
    </message>
    <message>
        <source>The file is not there now.</source>
        <translation>Il file ora non c’è.</translation>
    </message>
    <message>
        <source>The file system of {0} cannot lock files, so that a library there could be damaged. Choose a folder on another drive with --library.</source>
        <translation>Il file system di {0} non può bloccare i file, e una libreria lì potrebbe danneggiarsi. Scegli una cartella su un’altra unità con --library.</translation>
    </message>
    <message>
        <source>The file {0} cannot be read (it does not name a format).</source>
        <translation>Impossibile leggere il file {0} (non indica un formato).</translation>
    </message>
    <message>
        <source>The file {0} cannot be read ({1}).</source>
        <translation>Impossibile leggere il file {0} ({1}).</translation>
    </message>
    <message>
        <source>The file {0} is missing.</source>
        <translation>Il file {0} manca.</translation>
    </message>
    <message>
        <source>The file&apos;s content is not a picture of a known format.</source>
        <translation>Il contenuto del file non è un’immagine di un formato conosciuto.</translation>
    </message>
    <message>
        <source>The folder cannot be read: its drive does not answer.</source>
        <translation>La cartella non si può leggere: la sua unità non risponde.</translation>
    </message>
    <message>
        <source>The folder cannot be read: {0}.</source>
        <translation>La cartella non si può leggere: {0}.</translation>
    </message>
    <message>
        <source>The folder of the models, {0}, cannot be written to: {1}.</source>
        <translation>Impossibile scrivere nella cartella dei modelli, {0}: {1}.</translation>
    </message>
    <message>
        <source>The folder {0} cannot be read: {1}.</source>
        <translation>La cartella {0} non si può leggere: {1}.</translation>
    </message>
    <message>
        <source>The folder {0} does not exist. Is its drive connected?</source>
        <translation>La cartella {0} non esiste. La sua unità è collegata?</translation>
    </message>
    <message>
        <source>The folder {0} is at {1} now: its photos were kept.</source>
        <translation>La cartella {0} ora è in {1}: le sue foto sono state tenute.</translation>
    </message>
    <message>
        <source>The graphics card {0}. The search ran on the processor.</source>
        <translation>La scheda grafica {0}. La ricerca si è svolta sul processore.</translation>
    </message>
    <message>
        <source>The hub refused to give {0} (HTTP {1}).</source>
        <translation>L’hub ha rifiutato di dare {0} (HTTP {1}).</translation>
    </message>
    <message>
        <source>The library has no photos in {0}. Add them with: “Add folder…” in the menu Library</source>
        <translation>La libreria non ha foto in {0}. Aggiungile con “Aggiungi cartella…” nel menu Libreria</translation>
    </message>
    <message>
        <source>The library has no such folder.</source>
        <translation>La libreria non ha una cartella simile.</translation>
    </message>
    <message>
        <source>The library {0} has format {1}, made by a newer version of cbir; this one reads up to {2}. Update cbir to open it; nothing was changed. If there never was a newer version, {3} is damaged: delete it, and it is written again.</source>
        <translation>La libreria {0} ha il formato {1}, creato da una versione più recente di cbir; questa legge fino al {2}. Aggiorna cbir per aprirla; nulla è stato modificato. Se non c’è mai stata una versione più recente, {3} è danneggiato: eliminalo, e viene riscritto.</translation>
    </message>
    <message>
        <source>The metadata of {0} of {1} photos has not been read yet{2}.</source>
        <translation>I metadati di {0} foto su {1} non sono ancora stati letti{2}.</translation>
    </message>
    <message>
        <source>The model reads pictures resized in the mode {0}, which cbir does not support.</source>
        <translation>Il modello legge immagini ridimensionate nel modo {0}, che cbir non conosce.</translation>
    </message>
    <message>
        <source>The model {0} gives no usable embedding for this photo.</source>
        <translation>Il modello {0} non dà un vettore utilizzabile per questa foto.</translation>
    </message>
    <message>
        <source>The model {0} has not seen the photos of this library yet.</source>
        <translation>Il modello {0} non ha ancora visto le foto di questa libreria.</translation>
    </message>
    <message>
        <source>The name of an album has 1 to {0} letters.</source>
        <translation>Il nome di un album ha da 1 a {0} lettere.</translation>
    </message>
    <message>
        <source>The name of an album is text; {0} is in no encoding known here.</source>
        <translation>Il nome di un album è testo; {0} non è in nessuna codifica conosciuta.</translation>
    </message>
    <message>
        <source>The options of NNDR have no effect on this search: it compares no pictures.</source>
        <translation>Le opzioni di NNDR non hanno effetto su questa ricerca: non confronta immagini.</translation>
    </message>
    <message>
        <source>The package rapidocr in {0} lacks its models ({1}). {2}</source>
        <translation>Al pacchetto rapidocr in {0} mancano i suoi modelli ({1}). {2}</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>L’operazione è stata fermata.</translation>
    </message>
    <message>
        <source>The saved searches in {0} were damaged.</source>
        <translation>Le ricerche salvate in {0} erano danneggiate.</translation>
    </message>
    <message>
        <source>The search of the album &quot;{0}&quot; cannot be read ({1}); the other albums are not affected.</source>
        <translation>La ricerca dell’album “{0}” non si può leggere ({1}); gli altri album non ne risentono.</translation>
    </message>
    <message>
        <source>The service cannot read its tokens now.</source>
        <translation>Il servizio ora non può leggere i suoi token.</translation>
    </message>
    <message>
        <source>The service needs packages that are not installed ({0}). {1}</source>
        <translation>Il servizio ha bisogno di pacchetti che qui mancano ({0}). {1}</translation>
    </message>
    <message>
        <source>The settings install it, under Models.</source>
        <translation>Lo installano le impostazioni, in Modelli.</translation>
    </message>
    <message>
        <source>The sign &quot;{0}&quot; is not read.</source>
        <translation>L’insegna «{0}» non viene letta.</translation>
    </message>
    <message>
        <source>The trained index runs on the processor: {0}.</source>
        <translation>L’indice addestrato usa il processore: {0}.</translation>
    </message>
    <message>
        <source>The upload ended before the whole picture was there.</source>
        <translation>L’invio è terminato prima che l’immagine fosse completa.</translation>
    </message>
    <message>
        <source>The window needs libraries that this system lacks. On Debian or Ubuntu: sudo apt-get install {0}</source>
        <translation>La finestra ha bisogno di librerie che mancano a questo sistema. Su Debian o Ubuntu: sudo apt-get install {0}</translation>
    </message>
    <message>
        <source>The worker on {0} does not have the model {1}.</source>
        <translation>Il worker su {0} non ha il modello {1}.</translation>
    </message>
    <message>
        <source>The worker on {0}: {1}</source>
        <translation>Il worker su {0}: {1}</translation>
    </message>
    <message>
        <source>There are no new words yet. Learn them first.</source>
        <translation>Non ci sono ancora nuove parole. Imparale prima.</translation>
    </message>
    <message>
        <source>There is no model called {0}.</source>
        <translation>Non c’è nessun modello di nome {0}.</translation>
    </message>
    <message>
        <source>There is no picture to show.</source>
        <translation>Non c’è nessuna immagine da mostrare.</translation>
    </message>
    <message>
        <source>There is nothing to search for. Give text, photo, or a picture as the body.</source>
        <translation>Non c’è niente da cercare. Indica text, photo, o un’immagine come corpo della richiesta.</translation>
    </message>
    <message>
        <source>There is one, and this installation has no way to it: everything runs on the processor. {0}</source>
        <translation>Ce n’è una, ma questa installazione non può usarla: tutto gira sul processore. {0}</translation>
    </message>
    <message>
        <source>This album was removed meanwhile.</source>
        <translation>Nel frattempo questo album è stato rimosso.</translation>
    </message>
    <message>
        <source>This installation lacks a compiled loop. {0}</source>
        <translation>A questa installazione manca un ciclo compilato. {0}</translation>
    </message>
    <message>
        <source>This installed program does not bring that; cbir as a Python package does.</source>
        <translation>Questo programma installato non lo comprende; cbir come pacchetto Python sì.</translation>
    </message>
    <message>
        <source>This installed program reads no JPEG XL pictures; cbir as a Python package does, with the extra jxl.</source>
        <translation>Questo programma installato non legge JPEG XL; cbir come pacchetto Python sì, con l’extra jxl.</translation>
    </message>
    <message>
        <source>This library asks for a token. Open its address again, with the one that you were given.</source>
        <translation>Questa libreria chiede un token. Apri di nuovo il suo indirizzo, con quello che hai ricevuto.</translation>
    </message>
    <message>
        <source>This service is read-only. Start it with --writable to allow changes.</source>
        <translation>Questo servizio è di sola lettura. Avvialo con --writable per permettere modifiche.</translation>
    </message>
    <message>
        <source>To see what to do, choose: “Check the library…” in the menu Library</source>
        <translation>Per vedere che cosa fare, scegli “Controlla la libreria…” nel menu Libreria.</translation>
    </message>
    <message>
        <source>With http:// your token and your pictures would cross the network unencrypted. Use https:// instead.</source>
        <translation>Con http:// il tuo token e le tue immagini attraverserebbero la rete senza cifratura. Usa https://.</translation>
    </message>
    <message>
        <source>Workers on other computers need packages that are not installed ({0}). {1}</source>
        <translation>I worker su altri computer hanno bisogno di pacchetti che qui mancano ({0}). {1}</translation>
    </message>
    <message>
        <source>You have no home folder here. Set the environment variable HOME to one.</source>
        <translation>Qui non hai una cartella home. Imposta la variabile d’ambiente HOME.</translation>
    </message>
    <message>
        <source>an installed program</source>
        <translation>un programma installato</translation>
    </message>
    <message>
        <source>and features/{0} disagree about document {1}</source>
        <translation>e features/{0} non concordano sul documento {1}</translation>
    </message>
    <message>
        <source>does not contain the documents that the catalog lists</source>
        <translation>non contiene i documenti che il catalogo elenca</translation>
    </message>
    <message>
        <source>does not contain the visual words that the features list</source>
        <translation>non contiene le parole visive indicate dalle caratteristiche</translation>
    </message>
    <message>
        <source>features/{0} has no readable manifest ({1}).</source>
        <translation>features/{0} non ha un manifesto leggibile ({1}).</translation>
    </message>
    <message>
        <source>features/{0} has no row {1} ({2}).</source>
        <translation>features/{0} non ha la riga {1} ({2}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: a photo&apos;s words are not those of a codebook ({1}).</source>
        <translation>features/{0} è danneggiato: le parole di una foto non sono quelle di un dizionario ({1}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: its offsets do not fit its records ({1}).</source>
        <translation>features/{0} è danneggiato: le posizioni non corrispondono alle voci ({1}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: points of row {1} lie outside of it ({2}).</source>
        <translation>features/{0} è danneggiato: alcuni punti della riga {1} ne stanno fuori ({2}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: records cannot be read ({1}).</source>
        <translation>features/{0} è danneggiato: alcune voci non si possono leggere ({1}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: row {1} has changed since it was written ({2}).</source>
        <translation>features/{0} è danneggiato: la riga {1} è cambiata da quando è stata scritta ({2}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: row {1} is cut short ({2}).</source>
        <translation>features/{0} è danneggiato: la riga {1} è troncata ({2}).</translation>
    </message>
    <message>
        <source>it declares a document type</source>
        <translation>dichiara un tipo di documento</translation>
    </message>
    <message>
        <source>it has {0}</source>
        <translation>contiene {0}</translation>
    </message>
    <message>
        <source>its exported towers differ from torch&apos;s (cosine {0})</source>
        <translation>le sue torri esportate sono diverse da quelle di torch (coseno {0})</translation>
    </message>
    <message>
        <source>its towers cannot be exported ({0})</source>
        <translation>le sue torri non si possono esportare ({0})</translation>
    </message>
    <message>
        <source>open_clip knows no architecture called {0}.{1}</source>
        <translation>open_clip non conosce nessuna architettura di nome {0}.{1}</translation>
    </message>
    <message>
        <source>open_clip names no tokenizer file for {0}. Import the model as a folder of ONNX towers instead.</source>
        <translation>open_clip non indica nessun file di tokenizer per {0}. Importa invece il modello come cartella di torri ONNX.</translation>
    </message>
    <message>
        <source>postings/{0} {1}.</source>
        <translation>postings/{0} {1}.</translation>
    </message>
    <message>
        <source>they hang before they are ready</source>
        <translation>si bloccano prima di essere pronti</translation>
    </message>
    <message>
        <source>torch runs this model, more slowly and with more memory: {0}.</source>
        <translation>torch esegue questo modello, più lentamente e con più memoria: {0}.</translation>
    </message>
    <message>
        <source>version {0} for graphics cards, which sees none here</source>
        <translation>versione {0} per schede grafiche, che qui non ne vede</translation>
    </message>
    <message>
        <source>version {0} for graphics cards, which sees {1}</source>
        <translation>versione {0} per schede grafiche, che ne vede {1}</translation>
    </message>
    <message>
        <source>version {0} for processors; the one for graphics cards can take its place</source>
        <translation>versione {0} per processori; quella per schede grafiche può sostituirla</translation>
    </message>
    <message>
        <source>{0} % searched so far: {1} of {2} photos are ready to search by content.</source>
        <translation>Finora cercato nel {0} %: {1} foto su {2} sono pronte per la ricerca per contenuto.</translation>
    </message>
    <message>
        <source>{0} Only the photos that were put into this album by hand are shown.</source>
        <translation>{0} Si vedono solo le foto messe a mano in questo album.</translation>
    </message>
    <message>
        <source>{0} Open the library&apos;s address again, with a token that is valid.</source>
        <translation>{0} Apri di nuovo l’indirizzo della libreria, con un token valido.</translation>
    </message>
    <message>
        <source>{0} That needs packages that are not installed ({1}). {2}</source>
        <translation>{0} Servono pacchetti che qui mancano ({1}). {2}</translation>
    </message>
    <message>
        <source>{0} This computer encodes the photos instead. To have the workers do it, install the same model on each of them.</source>
        <translation>{0} Al loro posto è questo computer a codificare le foto. Perché lo facciano i worker, installa lo stesso modello su ciascuno.</translation>
    </message>
    <message>
        <source>{0} albums are called &quot;{1}&quot;. Name one by its id: {2}</source>
        <translation>{0} album si chiamano “{1}”. Indicane uno con il suo identificativo: {2}</translation>
    </message>
    <message>
        <source>{0} and {1} are one folder</source>
        <translation>{0} e {1} sono la stessa cartella</translation>
    </message>
    <message>
        <source>{0} answers, but not as a service of this program does ({1}).</source>
        <translation>{0} risponde, ma non come un servizio di questo programma ({1}).</translation>
    </message>
    <message>
        <source>{0} are installed in one place, where each overwrites the other. Uninstall all of them, then install one: pip uninstall {1}</source>
        <translation>{0} sono installati nello stesso posto, dove si sovrascrivono a vicenda. Disinstallali tutti, poi installane uno: pip uninstall {1}</translation>
    </message>
    <message>
        <source>{0} belongs to the library {1} on {2}. Name that one, or another folder with ?folder=DIR</source>
        <translation>{0} appartiene alla libreria {1} su {2}. Indica quella, o un’altra cartella con ?folder=DIR</translation>
    </message>
    <message>
        <source>{0} cannot be loaded: the file is damaged. {1}</source>
        <translation>{0} non si può caricare: il file è danneggiato. {1}</translation>
    </message>
    <message>
        <source>{0} cannot be reached ({1}). Start it, and run the same command again.</source>
        <translation>{0} non è raggiungibile ({1}). Avvialo e riprova.</translation>
    </message>
    <message>
        <source>{0} cannot be reached. The service may not be running, or you are offline. Try again later.</source>
        <translation>{0} non è raggiungibile. Forse il servizio non è attivo o sei offline. Riprova più tardi.</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). Open the library&apos;s address again.</source>
        <translation>{0} non è leggibile ({1}). Apri di nuovo l’indirizzo della libreria.</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). Restore it, or {2}</source>
        <translation>{0} non si può leggere ({1}). Ripristinalo, oppure {2}</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). {2}</source>
        <translation>{0} non si può leggere ({1}). {2}</translation>
    </message>
    <message>
        <source>{0} cannot be read in the trash. Take it out again.</source>
        <translation>{0} non è leggibile nel cestino. Tiralo fuori.</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}.</source>
        <translation>{0} non si può usare: {1}.</translation>
    </message>
    <message>
        <source>{0} contains a library whose index is on this computer. Name another folder for one on a server.</source>
        <translation>{0} contiene una libreria il cui indice è su questo computer. Indica un’altra cartella per una su un server.</translation>
    </message>
    <message>
        <source>{0} contains more than named weights: it is not a checkpoint of a model.</source>
        <translation>{0} contiene più che pesi con un nome: non è un checkpoint di un modello.</translation>
    </message>
    <message>
        <source>{0} contains no named weights: it is not a checkpoint of a model.</source>
        <translation>{0} non contiene pesi con un nome: non è un checkpoint di un modello.</translation>
    </message>
    <message>
        <source>{0} could not be copied to this computer: {1}.</source>
        <translation>Impossibile copiare {0} su questo computer: {1}.</translation>
    </message>
    <message>
        <source>{0} could not be read in the trash, so it was put back.</source>
        <translation>{0} non era leggibile nel cestino, quindi è stato rimesso a posto.</translation>
    </message>
    <message>
        <source>{0} could not do what it was asked: {1}</source>
        <translation>{0} non ha potuto fare ciò che era richiesto: {1}</translation>
    </message>
    <message>
        <source>{0} descriptors are too few for {1} words. Give more photos or ask for fewer words.</source>
        <translation>{0} descrittori sono troppo pochi per {1} parole. Fornisci più foto o chiedi meno parole.</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds. Try again later.</source>
        <translation>{0} non ha risposto entro {1} secondi. Riprova più tardi.</translation>
    </message>
    <message>
        <source>{0} dimensions are too many: the model&apos;s vectors have {1}.</source>
        <translation>{0} dimensioni sono troppe: i vettori del modello ne hanno {1}.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}, which has no {2}, one of {3} too many.</source>
        <translation>{0} non contiene i pesi di {1}, che non ha {2}, uno di {3} di troppo.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}: {2} has numbers of the type {3}.</source>
        <translation>{0} non contiene i pesi di {1}: {2} ha numeri del tipo {3}.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}: {2} has the shape {3}, not {4}.</source>
        <translation>{0} non contiene i pesi di {1}: {2} ha la forma {3}, non {4}.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}: {2} is missing, one of {3}.</source>
        <translation>{0} non contiene i pesi di {1}: manca {2}, uno di {3}.</translation>
    </message>
    <message>
        <source>{0} does not have these photos yet. Index your folders again: “Scan for changes”</source>
        <translation>{0} non ha ancora queste foto. Indicizza di nuovo le tue cartelle: “Cerca cambiamenti”</translation>
    </message>
    <message>
        <source>{0} does not say where its server is. Restore it, or {1}</source>
        <translation>{0} non dice dov’è il suo server. Ripristinalo, oppure {1}</translation>
    </message>
    <message>
        <source>{0} has not seen the photos yet.</source>
        <translation>{0} non ha ancora visto le foto.</translation>
    </message>
    <message>
        <source>{0} has version {1} of cbir, this computer {2}</source>
        <translation>{0} ha la versione {1} di cbir, questo computer {2}</translation>
    </message>
    <message>
        <source>{0} is damaged: its documents do not fit its index.</source>
        <translation>{0} è danneggiato: i documenti non corrispondono all’indice.</translation>
    </message>
    <message>
        <source>{0} is not ready to search by content yet.</source>
        <translation>{0} non è ancora pronta per la ricerca per contenuto.</translation>
    </message>
    <message>
        <source>{0} is not the address of a Dask scheduler. Give it as the scheduler prints it, such as tcp://192.168.1.20:8786</source>
        <translation>{0} non è l’indirizzo di uno scheduler Dask. Indicalo come lo stampa lo scheduler, per esempio tcp://192.168.1.20:8786</translation>
    </message>
    <message>
        <source>{0} is the folder {1}</source>
        <translation>{0} è la cartella {1}</translation>
    </message>
    <message>
        <source>A picture changes when it is written and read again.</source>
        <translation>Un’immagine cambia quando viene scritta e riletta.</translation>
    </message>
    <message>
        <source>A sample doesn&apos;t look as it should.</source>
        <translation>Un campione non ha l’aspetto previsto.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”: it is made again.</source>
        <translation>Scegli “Cerca cambiamenti”: viene rifatto.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”: {0} photos will be encoded again.</source>
        <translation>Scegli “Cerca cambiamenti”: {0} foto verranno ricodificate.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”: {0} photos will be read again.</source>
        <translation>Scegli “Cerca cambiamenti”: {0} foto verranno rilette.</translation>
    </message>
    <message>
        <source>Comparing this by content needs the photo&apos;s file, which has moved, or whose drive is disconnected.</source>
        <translation>Per confrontarla secondo il contenuto serve il file della foto, che è stato spostato o la cui unità è scollegata.</translation>
    </message>
    <message>
        <source>It stays, since {0} cannot be read or has changed since they were compared.</source>
        <translation>Rimane, perché {0} non può essere letto o è cambiato dopo il confronto.</translation>
    </message>
    <message>
        <source>It stays, since {0} is a link to it and would be broken.</source>
        <translation>Resta, perché {0} è un collegamento a esso e si romperebbe.</translation>
    </message>
    <message>
        <source>It was rewritten: the catalog is there.</source>
        <translation>È stato riscritto: il catalogo c’è.</translation>
    </message>
    <message>
        <source>Learning visual words needs {2} details, and the library&apos;s {0} photos have {1}. Add more photos first; until then the present words are better.</source>
        <translation>Per imparare parole visive servono {2} dettagli, e le {0} foto della libreria ne hanno {1}. Aggiungi prima altre foto; fino ad allora le parole attuali sono migliori.</translation>
    </message>
    <message>
        <source>Learning was stopped. Finished work is kept for the next time; searches use the old words.</source>
        <translation>L’apprendimento è stato fermato. Il lavoro completato è conservato per la prossima volta; le ricerche usano le vecchie parole.</translation>
    </message>
    <message>
        <source>No computer has the name {0}. Check the address and your connection.</source>
        <translation>Nessun computer è noto con il nome {0}. Controlla l’indirizzo e se sei online.</translation>
    </message>
    <message>
        <source>No copy of it would be left.</source>
        <translation>Non ne resterebbe alcuna copia.</translation>
    </message>
    <message>
        <source>No file can have this name.</source>
        <translation>Nessun file può avere questo nome.</translation>
    </message>
    <message>
        <source>No file on this computer can have the name of this photo: {0}.</source>
        <translation>Nessun file su questo computer può avere il nome di questa foto: {0}.</translation>
    </message>
    <message>
        <source>No photo is marked right for a search yet. Choose one, then: Photo › For this search</source>
        <translation>Nessuna foto è ancora stata detta giusta per una ricerca. Scegline una, poi: Foto › Per questa ricerca</translation>
    </message>
    <message>
        <source>Original files say where they were taken, and this token leaves that out.</source>
        <translation>Gli originali dicono dove sono stati scattati, e questo token non lo comunica.</translation>
    </message>
    <message>
        <source>Put the {0} of {1} beside {2}: the model needs it to read text.</source>
        <translation>Metti {0} di {1} accanto a {2}: il modello ne ha bisogno per leggere i testi.</translation>
    </message>
    <message>
        <source>Restore the library from a backup with the command cbir library restore. Without one, use the command cbir library rebuild, which reads every photo again; then look through your ratings and keywords.</source>
        <translation>Ripristina la libreria da una copia di sicurezza con il comando cbir library restore. Se non ne hai una, usa il comando cbir library rebuild, che legge di nuovo ogni foto; poi controlla le tue valutazioni e parole chiave.</translation>
    </message>
    <message>
        <source>The checksums of the catalog in {0} were damaged.</source>
        <translation>Le somme di controllo del catalogo in {0} erano danneggiate.</translation>
    </message>
    <message>
        <source>The codebook {0} cannot be used. {1}</source>
        <translation>Il codebook {0} non può essere usato. {1}</translation>
    </message>
    <message>
        <source>The codebook&apos;s {0} are not all finite numbers.</source>
        <translation>I {0} del codebook non sono tutti numeri finiti.</translation>
    </message>
    <message>
        <source>The file has moved, or its drive is disconnected.</source>
        <translation>Il file è stato spostato o la sua unità è scollegata.</translation>
    </message>
    <message>
        <source>The library {0} cannot be made: {1}.</source>
        <translation>La libreria {0} non si può creare: {1}.</translation>
    </message>
    <message>
        <source>The library {0} cannot be written to: its folder is read-only for you.</source>
        <translation>Impossibile scrivere nella libreria {0}: la sua cartella per te è di sola lettura.</translation>
    </message>
    <message>
        <source>The library {0} cannot be written to: {1}.</source>
        <translation>Impossibile scrivere nella libreria {0}: {1}.</translation>
    </message>
    <message>
        <source>The library {0} is being written to by another process. Try again in a moment.</source>
        <translation>Un altro processo sta scrivendo nella libreria {0}. Riprova tra un momento.</translation>
    </message>
    <message>
        <source>The library {0} is being written to by {1}. Wait until it is done, or stop it; searching works meanwhile.</source>
        <translation>Nella libreria {0} sta scrivendo {1}. Aspetta che finisca, o interrompilo; intanto la ricerca funziona.</translation>
    </message>
    <message>
        <source>The library {0} was moved or removed meanwhile. Nothing was kept.</source>
        <translation>Nel frattempo la libreria {0} è stata spostata o rimossa. Niente è stato conservato.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} cannot be opened ({1}). If it is damaged, restore it from a backup, or move the library folder away and index your folders again.</source>
        <translation>Il catalogo della libreria {0} non si può aprire ({1}). Se è danneggiato, ripristinalo da una copia di sicurezza, oppure sposta via la cartella della libreria e indicizza di nuovo le tue cartelle.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} cannot be read: {1}.</source>
        <translation>Il catalogo della libreria {0} non si può leggere: {1}.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} is a link, and is not written to. Replace it with the file that it leads to.</source>
        <translation>Il catalogo {0} della libreria è un collegamento e non viene scritto. Sostituiscilo con il file a cui porta.</translation>
    </message>
    <message>
        <source>The link points to a file that is not there.</source>
        <translation>Il collegamento punta a un file che non c’è.</translation>
    </message>
    <message>
        <source>The match engine compares pictures, not words. Give a picture file.</source>
        <translation>Il motore delle corrispondenze confronta immagini, non parole. Indica un file immagine.</translation>
    </message>
    <message>
        <source>The merging of the index was stopped. Nothing has changed.</source>
        <translation>L’unione dell’indice è stata interrotta. Non è cambiato nulla.</translation>
    </message>
    <message>
        <source>The merging of vectors was stopped. Nothing has changed.</source>
        <translation>L’unione dei vettori è stata interrotta. Non è cambiato niente.</translation>
    </message>
    <message>
        <source>The metadata engine searches names and texts. Give words, not a picture.</source>
        <translation>Il motore dei metadati cerca nomi e testi. Indica parole, non un’immagine.</translation>
    </message>
    <message>
        <source>The model in {0} has no {1}. Install it again.</source>
        <translation>Il modello in {0} non ha {1}. Installalo di nuovo.</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} is missing or has another size. Remove the model and install it again.</source>
        <translation>Il modello in {0} è danneggiato: {1} manca o ha un’altra dimensione. Rimuovi il modello e installalo di nuovo.</translation>
    </message>
    <message>
        <source>The model in {0} was made for another version of the program. Install it again.</source>
        <translation>Il modello in {0} è fatto per un’altra versione del programma. Installalo di nuovo.</translation>
    </message>
    <message>
        <source>The model makes vectors of {0} numbers, and those of this library have {1}. Index the library again with this model, or use the one it was indexed with.</source>
        <translation>Il modello produce vettori di {0} numeri, e quelli di questa libreria ne hanno {1}. Indicizza di nuovo la libreria con questo modello, o usa quello con cui è stata indicizzata.</translation>
    </message>
    <message>
        <source>The model {0} cannot be removed: {1}. Close what uses it and try again.</source>
        <translation>Il modello {0} non si può rimuovere: {1}. Chiudi quello che lo usa e riprova.</translation>
    </message>
    <message>
        <source>The model {0} gave a vector of {1} numbers instead of {2}. Remove the model and install it again.</source>
        <translation>Il modello {0} ha dato un vettore di {1} numeri invece di {2}. Rimuovi il modello e installalo di nuovo.</translation>
    </message>
    <message>
        <source>The model {0} gives it no usable embedding.</source>
        <translation>Il modello {0} non ne ricava una rappresentazione utilizzabile.</translation>
    </message>
    <message>
        <source>The model {0} gives no usable embedding for the picture. Search for another, or use another model.</source>
        <translation>Il modello {0} non ricava una rappresentazione utilizzabile dall’immagine. Cerca con un’altra, oppure usa un altro modello.</translation>
    </message>
    <message>
        <source>The model {0} gives no usable embedding for “{1}”. Use other words, or another model.</source>
        <translation>Il modello {0} non ricava una rappresentazione utilizzabile da “{1}”. Usa altre parole, oppure un altro modello.</translation>
    </message>
    <message>
        <source>The model {0} is damaged: {1} cannot be read. Remove it and install it again.</source>
        <translation>Il modello {0} è danneggiato: {1} non si può leggere. Rimuovilo e installalo di nuovo.</translation>
    </message>
    <message>
        <source>The model {0} is damaged: {1} has changed since it was installed. Remove the model and install it again.</source>
        <translation>Il modello {0} è danneggiato: {1} è cambiato da quando è stato installato. Rimuovi il modello e installalo di nuovo.</translation>
    </message>
    <message>
        <source>The model {0} is not installed.</source>
        <translation>Il modello {0} non è installato.</translation>
    </message>
    <message>
        <source>The model {0} runs in torch.</source>
        <translation>Il modello {0} funziona in torch.</translation>
    </message>
    <message>
        <source>The model {0} was installed without the weights that a GPU needs.</source>
        <translation>Il modello {0} è stato installato senza i pesi che servono a una GPU.</translation>
    </message>
    <message>
        <source>The model&apos;s tokenizer.json has no token {0}, which its tokenizer_config.json names.</source>
        <translation>Il tokenizer.json del modello non ha il token {0}, che il suo tokenizer_config.json nomina.</translation>
    </message>
    <message>
        <source>The model&apos;s tokenizer.json or tokenizer_config.json cannot be read.</source>
        <translation>Il tokenizer.json o il tokenizer_config.json del modello non si può leggere.</translation>
    </message>
    <message>
        <source>The model&apos;s tower does not take what its description says. Remove the model and install it again.</source>
        <translation>La torre del modello non accetta quello che dice la sua descrizione. Rimuovi il modello e installalo di nuovo.</translation>
    </message>
    <message>
        <source>The new words need {0} beside the old ones, and the library&apos;s disk has {1} left. Free some space and begin again. Nothing was changed.</source>
        <translation>Le parole nuove occupano {0} accanto alle vecchie, e sul disco della libreria restano {1}. Libera spazio, poi ricomincia. Nulla è stato modificato.</translation>
    </message>
    <message>
        <source>The number of lists (nprobe) has no effect on this library: a server searches its embeddings.</source>
        <translation>Il numero di liste (nprobe) non ha effetto su questa raccolta: un server cerca nei suoi vettori.</translation>
    </message>
    <message>
        <source>The number of lists (nprobe) has no effect on this library: it has no trained index of embeddings. Train one with: {0}</source>
        <translation>Il numero di liste (nprobe) non ha effetto su questa raccolta: non ha un indice addestrato dei vettori. Per addestrarne uno: {0}</translation>
    </message>
    <message>
        <source>The number of lists (nprobe) has no effect on this search: it compares no embeddings.</source>
        <translation>Il numero di liste (nprobe) non ha effetto su questa ricerca: non confronta alcun vettore.</translation>
    </message>
    <message>
        <source>The photo that would stay, {0}, cannot be read: {1}</source>
        <translation>La foto che resterebbe, {0}, non si può leggere: {1}</translation>
    </message>
    <message>
        <source>The picture has no detail to match: it is blank, blurred or too small. Try another picture or a larger part of it.</source>
        <translation>L’immagine non ha dettagli da confrontare: è vuota, sfocata o troppo piccola. Prova un’altra immagine o una sua parte più grande.</translation>
    </message>
    <message>
        <source>The picture is too large: decoding {0} x {1} pixels of this kind takes {2} MB of memory, more than the limit of {3} MB. Save it as a JPEG.</source>
        <translation>L’immagine è troppo grande: decodificare {0} x {1} pixel di questo tipo richiede {2} MB di memoria, più del limite di {3} MB. Salvala come JPEG.</translation>
    </message>
    <message>
        <source>The picture is too large: {0} x {1} pixels are more than the limit of {2} million.</source>
        <translation>L’immagine è troppo grande: {0} x {1} pixel superano il limite di {2} milioni.</translation>
    </message>
    <message>
        <source>The picture is too long and narrow to be compared: {0} x {1} pixels.</source>
        <translation>L’immagine è troppo lunga e stretta per essere confrontata: {0} x {1} pixel.</translation>
    </message>
    <message>
        <source>The program is being closed.</source>
        <translation>Il programma si sta chiudendo.</translation>
    </message>
    <message>
        <source>The query has too many parts: at most {0} words and fields.</source>
        <translation>La ricerca ha troppe parti: al massimo {0} tra parole e campi.</translation>
    </message>
    <message>
        <source>The query is too long: {0} characters are more than {1}.</source>
        <translation>La ricerca è troppo lunga: {0} caratteri sono più di {1}.</translation>
    </message>
    <message>
        <source>The region must be given by four finite numbers: x, y, width, height.</source>
        <translation>La regione va indicata con quattro numeri finiti: x, y, larghezza, altezza.</translation>
    </message>
    <message>
        <source>The repository {0} no longer has a {1}.</source>
        <translation>L’archivio {0} non ha più {1}.</translation>
    </message>
    <message>
        <source>The repository {0} no longer has the weights of {1}.</source>
        <translation>Il repository {0} non ha più i pesi di {1}.</translation>
    </message>
    <message>
        <source>The request is larger than {0}. Send less.</source>
        <translation>La richiesta supera {0}. Invia meno.</translation>
    </message>
    <message>
        <source>The saved searches in {0} cannot be read ({1}). “Check the library…” in the menu Library recovers the readable ones.</source>
        <translation>Impossibile leggere le ricerche salvate in {0} ({1}). “Controlla la libreria…” nel menu Libreria conserva quelle ancora leggibili.</translation>
    </message>
    <message>
        <source>The search for duplicates was cancelled.</source>
        <translation>La ricerca dei duplicati è stata annullata.</translation>
    </message>
    <message>
        <source>The search index cannot be reached now. Try again later.</source>
        <translation>L’indice di ricerca ora non è raggiungibile. Riprova più tardi.</translation>
    </message>
    <message>
        <source>The search of this album names a file or a folder of the other computer. Its administrator can do this.</source>
        <translation>La ricerca di questo album nomina un file o una cartella dell’altro computer. Può farlo chi lo amministra.</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>La ricerca è stata annullata.</translation>
    </message>
    <message>
        <source>The service does not know this request.</source>
        <translation>Il servizio non conosce questa richiesta.</translation>
    </message>
    <message>
        <source>The service does not offer this.</source>
        <translation>Il servizio non lo offre.</translation>
    </message>
    <message>
        <source>The service is busy. Ask again in {0} s.</source>
        <translation>Il servizio è occupato. Richiedi tra {0} s.</translation>
    </message>
    <message>
        <source>The system left it where it is.</source>
        <translation>Il sistema l’ha lasciato dov’è.</translation>
    </message>
    <message>
        <source>The terms of the query cancel each other out. Leave one out, or weight them anew.</source>
        <translation>I termini della ricerca si annullano a vicenda. Togline uno, oppure cambiane i pesi.</translation>
    </message>
    <message>
        <source>The text tower of {0} comes from the transformers library. Import the model as a folder of ONNX towers instead.</source>
        <translation>La torre dei testi di {0} viene dalla libreria transformers. Importa invece il modello come cartella di torri ONNX.</translation>
    </message>
    <message>
        <source>The torch that is installed cannot use this machine&apos;s GPU.</source>
        <translation>Il torch installato non può usare la GPU di questa macchina.</translation>
    </message>
    <message>
        <source>The towers in {0} do not give vectors of one length: they are not of one model.</source>
        <translation>Le torri in {0} non danno vettori della stessa lunghezza: non sono di uno stesso modello.</translation>
    </message>
    <message>
        <source>The towers in {0} do not take pictures of {1} pixels and texts of {2} tokens.</source>
        <translation>Le torri in {0} non accettano immagini di {1} pixel e testi di {2} token.</translation>
    </message>
    <message>
        <source>The vectors of this library were made by several models. Index the library again.</source>
        <translation>I vettori di questa libreria sono di più modelli. Indicizza di nuovo la libreria.</translation>
    </message>
    <message>
        <source>The weights are not those of {0}: of its {1} tensors {2} are in the file with the right shape. Name the architecture that they were trained for.</source>
        <translation>I pesi non sono quelli di {0}: dei suoi {1} tensori, {2} sono nel file con la forma giusta. Indica l’architettura per cui sono stati addestrati.</translation>
    </message>
    <message>
        <source>The window cannot be opened: {0}</source>
        <translation>Impossibile aprire la finestra: {0}</translation>
    </message>
    <message>
        <source>The work was stopped.</source>
        <translation>Il lavoro è stato interrotto.</translation>
    </message>
    <message>
        <source>The worker on {0} does not see {1}, or sees another file in its place. All workers must see the photos under the same paths as this computer: mount the folder there, too. {2}</source>
        <translation>Il worker su {0} non vede {1}, o vede un altro file al suo posto. Tutti i worker devono vedere le foto negli stessi percorsi di questo computer: monta la cartella anche lì. {2}</translation>
    </message>
    <message>
        <source>The worker processes that read pictures cannot start: {0}.</source>
        <translation>I processi che leggono le immagini non si possono avviare: {0}.</translation>
    </message>
    <message>
        <source>The {0} model is not part of this installation of the program.</source>
        <translation>Il modello {0} non fa parte di questa installazione del programma.</translation>
    </message>
    <message>
        <source>There are no new words for the library&apos;s present photos. Learn them first.</source>
        <translation>Non ci sono nuove parole per le foto attuali della libreria. Imparale prima.</translation>
    </message>
    <message>
        <source>There is a file {0} already. Give the backup another name.</source>
        <translation>C’è già un file {0}. Dai un altro nome alla copia di sicurezza.</translation>
    </message>
    <message>
        <source>There is already a model called {0}. Remove it first, or choose another name.</source>
        <translation>C’è già un modello di nome {0}. Rimuovilo prima, o scegli un altro nome.</translation>
    </message>
    <message>
        <source>There is no NVIDIA GPU that programs can use here.</source>
        <translation>Qui non c’è nessuna GPU NVIDIA utilizzabile dai programmi.</translation>
    </message>
    <message>
        <source>There is no album &quot;{0}&quot;. List all albums with: cbir album list</source>
        <translation>Non esiste un album «{0}». Tutti gli album: cbir album list</translation>
    </message>
    <message>
        <source>There is no codebook at {0}.</source>
        <translation>Non c’è nessun codebook in {0}.</translation>
    </message>
    <message>
        <source>There is no file {0}.</source>
        <translation>Non c’è nessun file {0}.</translation>
    </message>
    <message>
        <source>There is no folder {0} to put the backup into.</source>
        <translation>Non c’è nessuna cartella {0} in cui mettere la copia di sicurezza.</translation>
    </message>
    <message>
        <source>There is no folder {0}.</source>
        <translation>Non c’è nessuna cartella {0}.</translation>
    </message>
    <message>
        <source>There is no library at {0}. Make one with: “Add folder…” in the menu Library</source>
        <translation>In {0} non c’è nessuna libreria. Creane una con “Aggiungi cartella…” nel menu Libreria</translation>
    </message>
    <message>
        <source>There is no trash on its drive that you may use, and it stays.</source>
        <translation>Sulla sua unità non c’è un cestino che puoi usare, e resta dov’è.</translation>
    </message>
    <message>
        <source>There is not enough memory to decode this picture.</source>
        <translation>Non c’è abbastanza memoria per decodificare questa immagine.</translation>
    </message>
    <message>
        <source>There is nothing to search for in: {0}</source>
        <translation>Non c’è niente da cercare in: {0}</translation>
    </message>
    <message>
        <source>There was not enough memory to decode it.</source>
        <translation>Non c’era abbastanza memoria per decodificarlo.</translation>
    </message>
    <message>
        <source>They were made again.</source>
        <translation>Sono state rifatte.</translation>
    </message>
    <message>
        <source>They work, from {0}.</source>
        <translation>Funzionano, da {0}.</translation>
    </message>
    <message>
        <source>This is a device, or a link to one, not a file.</source>
        <translation>È un dispositivo, o un collegamento a un dispositivo, non un file.</translation>
    </message>
    <message>
        <source>This is a folder, not a file.</source>
        <translation>Questa è una cartella, non un file.</translation>
    </message>
    <message>
        <source>This is a pipe or a socket between programs, not a file.</source>
        <translation>È una pipe o un socket tra programmi, non un file.</translation>
    </message>
    <message>
        <source>This is {0} {1} file; that format cannot be read.</source>
        <translation>Questo è un file {1}; quel formato non si può leggere.</translation>
    </message>
    <message>
        <source>This library is on another computer. Here you can search it and view its photos; the service&apos;s administrator can do the rest there.</source>
        <translation>Questa libreria è su un altro computer. Qui puoi cercarvi e guardare le sue foto; il resto può farlo là l’amministratore del servizio.</translation>
    </message>
    <message>
        <source>This library was written by a newer version of cbir (its catalog has version {0}, this program knows up to {1}). Update cbir to open it; nothing was changed.</source>
        <translation>Questa libreria è di una versione più recente di cbir (il suo catalogo ha la versione {0}, questo programma conosce fino alla {1}). Aggiorna cbir per aprirla; non è stato cambiato niente.</translation>
    </message>
    <message>
        <source>This photo is no longer in the library.</source>
        <translation>Questa foto non è più nella libreria.</translation>
    </message>
    <message>
        <source>This photo is no longer in the library. Nothing was moved.</source>
        <translation>Questa foto non è più nella libreria. Non è stato spostato niente.</translation>
    </message>
    <message>
        <source>The file has changed since it was indexed, and stays. Choose “Scan for changes” first.</source>
        <translation>Il file è cambiato da quando è stato indicizzato, e resta dov’è. Scegli prima “Cerca cambiamenti”.</translation>
    </message>
    <message>
        <source>A GPU needs torch and open_clip. {0}</source>
        <translation>Una scheda grafica ha bisogno di torch e open_clip. {0}</translation>
    </message>
    <message>
        <source>A film is a .gif or .mp4 file, not {0}.</source>
        <translation>Un filmato è un file .gif o .mp4, non {0}.</translation>
    </message>
    <message>
        <source>A label has at most {0} characters.</source>
        <translation>Un’etichetta ha al massimo {0} caratteri.</translation>
    </message>
    <message>
        <source>A label has at most {0} letters.</source>
        <translation>Un’etichetta ha al massimo {0} lettere.</translation>
    </message>
    <message>
        <source>A library on PostgreSQL needs a package that is not installed ({0}). {1}</source>
        <translation>Una libreria su PostgreSQL ha bisogno di un pacchetto che qui manca ({0}). {1}</translation>
    </message>
    <message>
        <source>A moment of a video has no sidecar: its marks are kept in the library.</source>
        <translation>Un momento di un video non ha file collaterale: i suoi contrassegni restano nella libreria.</translation>
    </message>
    <message>
        <source>A name has at most {0} letters.</source>
        <translation>Un nome ha al massimo {0} lettere.</translation>
    </message>
    <message>
        <source>A photo is not among the photos of this thing. Nothing was changed.</source>
        <translation>Una foto non è tra le foto di questo soggetto. Non è stato modificato nulla.</translation>
    </message>
    <message>
        <source>A request has {0} values at most.</source>
        <translation>Una richiesta contiene al massimo {0} valori.</translation>
    </message>
    <message>
        <source>A search takes {0} letters and {1} words at most.</source>
        <translation>Una ricerca accetta al massimo {0} lettere e {1} parole.</translation>
    </message>
    <message>
        <source>A value of the query has too many words: at most {0}.</source>
        <translation>Un valore della ricerca ha troppe parole: al massimo {0}.</translation>
    </message>
    <message>
        <source>An area of the similarity map has 3 to {0} corners: {1}</source>
        <translation>Un’area della mappa delle somiglianze ha da 3 a {0} angoli: {1}</translation>
    </message>
    <message>
        <source>An encoder needs a name.</source>
        <translation>Un encoder ha bisogno di un nome.</translation>
    </message>
    <message>
        <source>An order is learned from at least {0} searches with a right photo, and there are {1}. Choose photos for more: Photo › For this search</source>
        <translation>Un ordine si apprende da almeno {0} ricerche con una foto giusta, e ce ne sono {1}. Scegli foto per altre: Foto › Per questa ricerca</translation>
    </message>
    <message>
        <source>Another photo here has the same name, so it stays.</source>
        <translation>Un’altra foto qui ha lo stesso nome, quindi il file resta.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”.</source>
        <translation>Scegli “Cerca cambiamenti”.</translation>
    </message>
    <message>
        <source>Faces can be blurred only in photos of a library on this computer.</source>
        <translation>I volti si possono sfocare solo nelle foto di una libreria su questo computer.</translation>
    </message>
    <message>
        <source>Faces were not looked for in this photo yet, so none can be blurred. Try again later.</source>
        <translation>In questa foto non si sono ancora cercati volti, quindi nessuno può essere sfocato. Riprova più tardi.</translation>
    </message>
    <message>
        <source>Files of the format {0} left out, which cannot be read: {1}.</source>
        <translation>File tralasciati nel formato {0}, che non può essere letto: {1}.</translation>
    </message>
    <message>
        <source>Free some disk space, and it is written again.</source>
        <translation>Libera spazio sul disco e verrà riscritto.</translation>
    </message>
    <message>
        <source>Give k1 a number from 0 on, and b one from 0 to 1.</source>
        <translation>Dai a k1 un numero da 0 in su, e a b uno da 0 a 1.</translation>
    </message>
    <message>
        <source>Give the name of the person.</source>
        <translation>Indica il nome della persona.</translation>
    </message>
    <message>
        <source>Install cbir again.</source>
        <translation>Installa di nuovo cbir.</translation>
    </message>
    <message>
        <source>Install it again: `pip install --force-reinstall &quot;cbir[{0}]&quot;`.</source>
        <translation>Installalo di nuovo: `pip install --force-reinstall &quot;cbir[{0}]&quot;`.</translation>
    </message>
    <message>
        <source>Install it: `pip install &quot;cbir[{0}]&quot;`.</source>
        <translation>Installalo: `pip install &quot;cbir[{0}]&quot;`.</translation>
    </message>
    <message>
        <source>It did nothing for {0} s and was stopped.</source>
        <translation>Per {0} s non è successo nulla e l’operazione è stata interrotta.</translation>
    </message>
    <message>
        <source>It is a moment of the video {0}. Delete the video to remove it.</source>
        <translation>È un momento del video {0}. Elimina il video per rimuoverlo.</translation>
    </message>
    <message>
        <source>It is a recording, and stays.</source>
        <translation>È una registrazione, e resta.</translation>
    </message>
    <message>
        <source>It is another name of {0}, and keeps the file.</source>
        <translation>È un altro nome di {0}, e conserva il file.</translation>
    </message>
    <message>
        <source>It is in the trash, but the disk is full, and the library still lists it. Free some space and choose “Scan for changes”.</source>
        <translation>È nel cestino, ma il disco è pieno e la libreria la elenca ancora. Libera spazio e scegli “Cerca cambiamenti”.</translation>
    </message>
    <message>
        <source>It is one item with {0}, and is in the trash too.</source>
        <translation>Fa parte di {0} ed è anch’esso nel cestino.</translation>
    </message>
    <message>
        <source>It is the same file as {0}: there is nothing to free, and it stays.</source>
        <translation>È lo stesso file di {0}: non c’è nulla da liberare, e rimane.</translation>
    </message>
    <message>
        <source>It took more than {0} MB of memory and was stopped.</source>
        <translation>Ha richiesto più di {0} MB di memoria ed è stato interrotto.</translation>
    </message>
    <message>
        <source>It was a link. Its file stays: {0}</source>
        <translation>Era un collegamento. Il suo file rimane: {0}</translation>
    </message>
    <message>
        <source>It was another name of {0}, and is in the trash too.</source>
        <translation>Era un altro nome di {0}, ed è anch’esso nel cestino.</translation>
    </message>
    <message>
        <source>It was changed since, so it keeps what it received.</source>
        <translation>È stato modificato nel frattempo, quindi conserva ciò che ha ricevuto.</translation>
    </message>
    <message>
        <source>Its drive did not answer for {0} s.</source>
        <translation>L’unità non ha risposto per {0} s.</translation>
    </message>
    <message>
        <source>Name a folder by its path or by words of its name, such as in:holidays.</source>
        <translation>Indichi una cartella con il suo percorso o con parole del suo nome, per esempio in:vacanze.</translation>
    </message>
    <message>
        <source>No order was learned yet. Learn one first: {0}</source>
        <translation>Nessun ordine è stato ancora appreso. Prima apprenderne uno: {0}</translation>
    </message>
    <message>
        <source>No photos have {0}, so “{1}” was searched for.</source>
        <translation>Nessuna foto ha {0}: è stato cercato &quot;{1}&quot;.</translation>
    </message>
    <message>
        <source>No photos match “{0}”, so the search was widened to {1}.</source>
        <translation>Nessuna foto corrisponde a &quot;{0}&quot;: la ricerca è stata estesa a {1}.</translation>
    </message>
    <message>
        <source>No picture of the video can be decoded: it is damaged, or of a kind that cannot be read.</source>
        <translation>Nessuna immagine del video può essere decodificata: è danneggiato, o di un tipo che non può essere letto.</translation>
    </message>
    <message>
        <source>None of the photos can be read: there is nothing to show.</source>
        <translation>Nessuna delle foto può essere letta: non c’è nulla da mostrare.</translation>
    </message>
    <message>
        <source>Not understood: “{0}”. The model {1} does not know its script.</source>
        <translation>Non capito: «{0}». Il modello {1} non conosce questa scrittura.</translation>
    </message>
    <message>
        <source>People is off in this library, so no face can be blurred. Switch it on first.</source>
        <translation>Le persone sono disattivate in questa libreria, quindi nessun volto può essere sfocato. Attivale prima.</translation>
    </message>
    <message>
        <source>Photos can be left out of a search with pictures only.</source>
        <translation>Si possono escludere foto solo da una ricerca per immagini.</translation>
    </message>
    <message>
        <source>Photos on drives that are not connected could not be compared more closely: {0}.</source>
        <translation>Foto su dischi non collegati, che non è stato possibile confrontare più da vicino: {0}.</translation>
    </message>
    <message>
        <source>Photos that may be related cannot be opened now. Have they moved, or is their drive not connected?</source>
        <translation>Foto forse collegate non si possono aprire ora. Sono state spostate, o la loro unità non è collegata?</translation>
    </message>
    <message>
        <source>PostgreSQL and Dask are used by programs that import cbir.cluster, and this one does not.</source>
        <translation>PostgreSQL e Dask sono usati dai programmi che importano cbir.cluster; questo non lo fa.</translation>
    </message>
    <message>
        <source>Preparing for this computer&apos;s processor, once (up to 15 s).</source>
        <translation>Adattamento unico al processore di questo computer (fino a 15 s).</translation>
    </message>
    <message>
        <source>Reading HEIC pictures needs the package pi-heif, which is not installed (pip install pi-heif).</source>
        <translation>Per leggere le immagini HEIC serve il pacchetto pi-heif, che non è installato (pip install pi-heif).</translation>
    </message>
    <message>
        <source>Reading text in photos needs the package rapidocr, which is not installed. {0}</source>
        <translation>Per leggere il testo nelle foto manca il pacchetto rapidocr. {0}</translation>
    </message>
    <message>
        <source>Searched for &quot;{0}&quot; instead of &quot;{1}&quot;. To search for exactly that, use quotation marks.</source>
        <translation>Cercato &quot;{0}&quot; invece di &quot;{1}&quot;. Per cercare esattamente così, usa le virgolette.</translation>
    </message>
    <message>
        <source>Send either Content-Length or Transfer-Encoding.</source>
        <translation>Invii Content-Length oppure Transfer-Encoding.</translation>
    </message>
    <message>
        <source>Send the picture itself: paths of other computers can&apos;t be read here.</source>
        <translation>Invia l’immagine stessa: i percorsi di altri computer non si possono leggere qui.</translation>
    </message>
    <message>
        <source>Send {0} headers and {1} values at most.</source>
        <translation>Invii al massimo {0} intestazioni e {1} valori.</translation>
    </message>
    <message>
        <source>Send {0} pictures at once at most.</source>
        <translation>Invii al massimo {0} immagini alla volta.</translation>
    </message>
    <message>
        <source>Some of this may be wrong: the catalog is damaged.</source>
        <translation>Qualcosa può essere errato: il catalogo è danneggiato.</translation>
    </message>
    <message>
        <source>Somebody is called {0} already: number {1}. Merge the two if they are one person, or say that this is another one.</source>
        <translation>Qualcuno si chiama già {0}: numero {1}. Unisci i due se sono la stessa persona, o indica che è un’altra.</translation>
    </message>
    <message>
        <source>Text can be read only in a picture.</source>
        <translation>Il testo si può leggere solo in un’immagine.</translation>
    </message>
    <message>
        <source>The JPEG file is damaged: it contains no picture.</source>
        <translation>Il file JPEG è danneggiato: non contiene nessuna immagine.</translation>
    </message>
    <message>
        <source>The JPEG file is damaged: its header has no width or height.</source>
        <translation>Il file JPEG è danneggiato: la sua intestazione non dà larghezza o altezza.</translation>
    </message>
    <message>
        <source>The Photoshop file has no merged picture. Save it with “Maximize Compatibility” switched on.</source>
        <translation>Il file Photoshop non contiene l’immagine composita. Salvalo con “Massimizza compatibilità” attivo.</translation>
    </message>
    <message>
        <source>The WebP file is damaged: it contains no picture.</source>
        <translation>Il file WebP è danneggiato: non contiene nessuna immagine.</translation>
    </message>
    <message>
        <source>The answer of {0} cannot be read. It may run another version of the program.</source>
        <translation>La risposta di {0} non è leggibile. Forse usa un’altra versione del programma.</translation>
    </message>
    <message>
        <source>The answer of {0} is larger than {1} MB.</source>
        <translation>La risposta di {0} supera {1} MB.</translation>
    </message>
    <message>
        <source>The architecture {0} prepares its texts in a way that cbir does not support. Import the model as a folder of ONNX towers instead.</source>
        <translation>L’architettura {0} prepara i testi in un modo che cbir non conosce. Importa invece il modello come cartella di torri ONNX.</translation>
    </message>
    <message>
        <source>The body did not arrive within {0} s.</source>
        <translation>Il contenuto non è arrivato entro {0} s.</translation>
    </message>
    <message>
        <source>The catalog {0} has changed since it was written: {1} of its {2} pages differ.</source>
        <translation>Il catalogo {0} è cambiato da quando è stato scritto: {1} delle sue {2} pagine sono diverse.</translation>
    </message>
    <message>
        <source>The client has disconnected.</source>
        <translation>Il client si è disconnesso.</translation>
    </message>
    <message>
        <source>The colors of {0} of {1} photos are not known yet. They are being added in the background.</source>
        <translation>I colori di {0} foto su {1} non sono ancora noti. Vengono aggiunti in background.</translation>
    </message>
    <message>
        <source>The connection to the Dask scheduler at {0} was lost. Check that it is running. {1}</source>
        <translation>La connessione allo scheduler di Dask su {0} è caduta. Controlla che sia attivo. {1}</translation>
    </message>
    <message>
        <source>The disk is full, and it stays.</source>
        <translation>Il disco è pieno; il file resta dov’è.</translation>
    </message>
    <message>
        <source>The disk is full. Free some space and try again.</source>
        <translation>Il disco è pieno. Libera spazio e riprova.</translation>
    </message>
    <message>
        <source>The disk of {0} is full ({1}). Make room there, and run the same command again: nothing is lost.</source>
        <translation>Il disco di {0} è pieno ({1}). Libera spazio lì e ripeti lo stesso comando: nulla è perduto.</translation>
    </message>
    <message>
        <source>The disk that holds {0} is full. Free some space and try again; what was done so far is kept.</source>
        <translation>Il disco che contiene {0} è pieno. Libera spazio e riprova; quanto fatto finora è conservato.</translation>
    </message>
    <message>
        <source>The disk that holds {0} is full. Free some space; nothing was changed.</source>
        <translation>Il disco che contiene {0} è pieno. Libera spazio; non è stato modificato nulla.</translation>
    </message>
    <message>
        <source>The download of {0} cannot be saved: {1}. Install again to continue where it stopped.</source>
        <translation>Il download di {0} non può essere salvato: {1}. Installa di nuovo per continuare da dove si è fermato.</translation>
    </message>
    <message>
        <source>The download of {0} was interrupted: {1}. Install again to continue where it stopped.</source>
        <translation>Il download di {0} è stato interrotto: {1}. Installando di nuovo riprende da dove si era fermato.</translation>
    </message>
    <message>
        <source>The download was stopped. Install again to continue where it stopped.</source>
        <translation>Il download è stato interrotto. Installando di nuovo riprende da dove si era fermato.</translation>
    </message>
    <message>
        <source>The encoder {0} needs two functions, pictures and texts.</source>
        <translation>L&apos;encoder {0} ha bisogno di due funzioni, pictures e texts.</translation>
    </message>
    <message>
        <source>The encoder {0} returned an array of shape {1} for {2} inputs. It must be ({2}, d).</source>
        <translation>L&apos;encoder {0} ha restituito un array di forma {1} per {2} input. Deve essere ({2}, d).</translation>
    </message>
    <message>
        <source>The encoder {0} returned numbers that are not finite for a text.</source>
        <translation>L&apos;encoder {0} ha restituito per un testo numeri non finiti.</translation>
    </message>
    <message>
        <source>The encoder {0} returned vectors of {1} numbers. Those of its texts have {2}.</source>
        <translation>L&apos;encoder {0} ha restituito vettori di {1} numeri. Quelli dei suoi testi ne hanno {2}.</translation>
    </message>
    <message>
        <source>The faces are removed, but another program is still reading the library, so traces may be left in its log. Close it, and erase again.</source>
        <translation>I volti sono stati rimossi, ma un altro programma sta ancora leggendo la libreria, quindi possono restare tracce nel suo registro. Chiudilo e cancella di nuovo.</translation>
    </message>
    <message>
        <source>The file has no picture, only sound.</source>
        <translation>Il file non ha immagini, solo audio.</translation>
    </message>
    <message>
        <source>The file is damaged: its header has no width or height.</source>
        <translation>Il file è danneggiato: la sua intestazione non dà larghezza o altezza.</translation>
    </message>
    <message>
        <source>The file is damaged: no part of the picture can be decoded.</source>
        <translation>Il file è danneggiato: non si può decodificare niente dell’immagine.</translation>
    </message>
    <message>
        <source>The film was cancelled.</source>
        <translation>Il filmato è stato annullato.</translation>
    </message>
    <message>
        <source>The folder {0} is on a different drive than before.</source>
        <translation>La cartella {0} si trova su un’unità diversa da prima.</translation>
    </message>
    <message>
        <source>The folder {0} no longer has any pictures: is its drive connected? Its {1} photos were kept.</source>
        <translation>La cartella {0} non contiene più nessuna immagine: la sua unità è collegata? Le sue {1} foto sono state tenute.</translation>
    </message>
    <message>
        <source>The folder&apos;s configuration describes a preprocessing of pictures that cbir does not support.</source>
        <translation>La configurazione della cartella descrive una preparazione delle immagini che cbir non conosce.</translation>
    </message>
    <message>
        <source>The index of this library is on Milvus, which cbir does not use any more. Delete milvus.json and milvus.db in {0}: the library then uses the index in its own folder, with all photos and marks.</source>
        <translation>L’indice di questa libreria è su Milvus, che cbir non usa più. Elimina milvus.json e milvus.db in {0}: la libreria userà allora l’indice nella propria cartella, con tutte le foto e i contrassegni.</translation>
    </message>
    <message>
        <source>The installation was stopped. Only the downloaded part was kept.</source>
        <translation>L’installazione è stata fermata. È stata conservata solo la parte scaricata.</translation>
    </message>
    <message>
        <source>The library cannot do this now. The service&apos;s administrator can find the reason in the log.</source>
        <translation>La libreria ora non può farlo. L’amministratore del servizio ne trova il motivo nel registro.</translation>
    </message>
    <message>
        <source>The library has no photos from {0}. The left column lists its folders.</source>
        <translation>La libreria non ha foto di {0}. La colonna di sinistra elenca le sue cartelle.</translation>
    </message>
    <message>
        <source>The library has no photos yet.</source>
        <translation>La libreria non ha ancora foto.</translation>
    </message>
    <message>
        <source>The library was closed. Open it again.</source>
        <translation>La libreria è stata chiusa. Aprila di nuovo.</translation>
    </message>
    <message>
        <source>The library&apos;s features were made by {0}, which cannot be imported here: {1}</source>
        <translation>Le caratteristiche della libreria provengono da {0}, che qui non si può importare: {1}</translation>
    </message>
    <message>
        <source>The names of {0} of {1} photos are being prepared: parts of words and other spellings are not found there yet.</source>
        <translation>I nomi di {0} foto su {1} sono in preparazione: parti di parole e altre grafie non vengono ancora trovate.</translation>
    </message>
    <message>
        <source>The picture is too large: it has more pixels than its header says.</source>
        <translation>L’immagine è troppo grande: ha più pixel di quanti ne indichi l’intestazione.</translation>
    </message>
    <message>
        <source>The service&apos;s disk is full. Its administrator can free some space.</source>
        <translation>Il disco del servizio è pieno. Chi lo amministra può liberare spazio.</translation>
    </message>
    <message>
        <source>The settings show, under Models, those that are available.</source>
        <translation>Le impostazioni mostrano, sotto Modelli, quelli disponibili.</translation>
    </message>
    <message>
        <source>The system cannot watch {0} ({1}): it is scanned every {2} minutes instead.</source>
        <translation>Il sistema non può sorvegliare {0} ({1}): la si esamina invece ogni {2} minuti.</translation>
    </message>
    <message>
        <source>The thumbnail is damaged. It is rebuilt when its photo is indexed again.</source>
        <translation>La miniatura è danneggiata; si rifà quando la sua foto viene indicizzata di nuovo.</translation>
    </message>
    <message>
        <source>The video has no picture at {0} that can be decoded.</source>
        <translation>Il video non ha a {0} un’immagine che si possa decodificare.</translation>
    </message>
    <message>
        <source>The video has {0} x {1} pixels. At most {2} megapixels are read.</source>
        <translation>Il video ha {0} x {1} pixel. Se ne leggono al massimo {2} megapixel.</translation>
    </message>
    <message>
        <source>The video is damaged, or of a kind that cannot be read.</source>
        <translation>Il video è danneggiato, o di un tipo che non può essere letto.</translation>
    </message>
    <message>
        <source>The workers at {0} cannot index: {1}. Each of them needs cbir {2} with the extra cluster. {3}</source>
        <translation>I worker su {0} non possono indicizzare: {1}. Ognuno ha bisogno di cbir {2} con l’extra cluster. {3}</translation>
    </message>
    <message>
        <source>The workers at {0} cannot index: {1}. Install the same there as here, and start them again. {2}</source>
        <translation>I worker su {0} non possono indicizzare: {1}. Installa lì lo stesso che c’è qui e riavviali. {2}</translation>
    </message>
    <message>
        <source>The {0} file is damaged or of an unknown kind.</source>
        <translation>Il file {0} è danneggiato o di un tipo sconosciuto.</translation>
    </message>
    <message>
        <source>There is a thing &quot;{0}&quot; already. Join the two, or take another name.</source>
        <translation>Esiste già un soggetto «{0}». Unisca i due o scelga un altro nome.</translation>
    </message>
    <message>
        <source>There is another file in its place now, so it stays in the trash.</source>
        <translation>Al suo posto c’è ora un altro file, perciò resta nel cestino.</translation>
    </message>
    <message>
        <source>There is no face in this picture that is large and sharp enough.</source>
        <translation>In questa immagine nessun volto è abbastanza grande e nitido.</translation>
    </message>
    <message>
        <source>There is no field {0}, so it was searched as a word. The fields are {1}.</source>
        <translation>Non esiste un campo {0}, quindi è stato cercato come parola. I campi sono {1}.</translation>
    </message>
    <message>
        <source>There is no group &quot;{0}&quot; on the similarity map. List all groups with: cbir similarity groups</source>
        <translation>Sulla mappa delle somiglianze non c’è nessun gruppo «{0}». Per elencarli tutti: cbir similarity groups</translation>
    </message>
    <message>
        <source>There is no hit to expand the search with.</source>
        <translation>Nessun risultato con cui ampliare la ricerca.</translation>
    </message>
    <message>
        <source>There is no known town called {0}. Did you mean {1}?</source>
        <translation>Nessuna città di nome {0} è nota. Intendevi {1}?</translation>
    </message>
    <message>
        <source>There is no known town called {0}. {1}</source>
        <translation>Nessuna città di nome {0} è nota. {1}</translation>
    </message>
    <message>
        <source>There is no picture to copy.</source>
        <translation>Non c’è un’immagine da copiare.</translation>
    </message>
    <message>
        <source>There is no such album. All albums: /api/albums</source>
        <translation>Questo album non esiste. Tutti gli album: /api/albums</translation>
    </message>
    <message>
        <source>There is no such part of this photo. Draw the face inside it.</source>
        <translation>La foto non ha questa parte. Disegna il volto al suo interno.</translation>
    </message>
    <message>
        <source>There is no thing &quot;{0}&quot;. List all things with: cbir things list</source>
        <translation>Non c’è nessun soggetto «{0}». Per elencarli tutti: cbir things list</translation>
    </message>
    <message>
        <source>There is nobody called {0} in this library. List everybody: cbir people list</source>
        <translation>In questa libreria nessuno si chiama {0}. Elenca tutti: cbir people list</translation>
    </message>
    <message>
        <source>There is one, but torch cannot use it: {0}. Everything runs on the processor.</source>
        <translation>Ce n’è una, ma torch non può usarla: {0}. Tutto funziona sul processore.</translation>
    </message>
    <message>
        <source>These are all photos of the thing: there is nothing to part them from.</source>
        <translation>Sono tutte le foto del soggetto: non c’è nulla da cui separarle.</translation>
    </message>
    <message>
        <source>They are rewritten once the catalog is repaired.</source>
        <translation>Verranno riscritte quando il catalogo sarà riparato.</translation>
    </message>
    <message>
        <source>They were rewritten from the present catalog.</source>
        <translation>Sono state riscritte dal catalogo attuale.</translation>
    </message>
    <message>
        <source>They work, but cannot be stored in any folder, so every start is slow.</source>
        <translation>Funzionano, ma non si possono salvare in nessuna cartella, quindi ogni avvio è lento.</translation>
    </message>
    <message>
        <source>This computer does not trust the signer of the certificate of {0}. If it is yours, add it to this system&apos;s certificates.</source>
        <translation>Questo computer non si fida di chi ha firmato il certificato di {0}. Se è tuo, aggiungilo ai certificati del sistema.</translation>
    </message>
    <message>
        <source>This computer is very busy; still working.</source>
        <translation>Questo computer è molto occupato; il lavoro continua.</translation>
    </message>
    <message>
        <source>This change needs the people or faces that it is about.</source>
        <translation>A questa modifica mancano le persone o i volti interessati.</translation>
    </message>
    <message>
        <source>{0} cannot be laid over another photo: its transform is not nine numbers.</source>
        <translation>{0} non può essere sovrapposta a un’altra foto: la sua trasformazione non è fatta di nove numeri.</translation>
    </message>
    <message>
        <source>This face has no person yet. Name it first.</source>
        <translation>Questo volto non ha ancora una persona. Prima dagli un nome.</translation>
    </message>
    <message>
        <source>This face is no longer in the library.</source>
        <translation>Questo volto non è più nella libreria.</translation>
    </message>
    <message>
        <source>This face was not drawn by hand. Take its name away instead.</source>
        <translation>Questo volto non è stato disegnato a mano. Togligli invece il nome.</translation>
    </message>
    <message>
        <source>This is not a video of a known kind.</source>
        <translation>Non è un video di un tipo noto.</translation>
    </message>
    <message>
        <source>This is too much at once: {0} takes {1} at most.</source>
        <translation>È troppo in una volta: {0} accetta al massimo {1}.</translation>
    </message>
    <message>
        <source>This kind of {0} file is not supported.</source>
        <translation>Questo tipo di file {0} non è supportato.</translation>
    </message>
    <message>
        <source>This kind of {0} file is not supported: {1}.</source>
        <translation>Questo tipo di file {0} non è supportato: {1}.</translation>
    </message>
    <message>
        <source>This person is no longer in the library.</source>
        <translation>Questa persona non è più nella libreria.</translation>
    </message>
    <message>
        <source>This service answers only its own page here. Programs need a token.</source>
        <translation>Questo servizio risponde qui solo alla propria pagina. I programmi hanno bisogno di un token.</translation>
    </message>
    <message>
        <source>This service leaves out people, so photos can&apos;t be found by their number.</source>
        <translation>Questo servizio tralascia le persone, perciò le foto non si trovano in base al loro numero.</translation>
    </message>
    <message>
        <source>This thing is no longer in the library.</source>
        <translation>Questo soggetto non è più nella libreria.</translation>
    </message>
    <message>
        <source>This token has expired. Ask for a new one.</source>
        <translation>Questo token è scaduto. Chiedine uno nuovo.</translation>
    </message>
    <message>
        <source>This token is for reading. Ask for one with the role write.</source>
        <translation>Questo token è di sola lettura. Chiedine uno con il ruolo write.</translation>
    </message>
    <message>
        <source>This token is not valid, or was withdrawn.</source>
        <translation>Questo token non è valido, oppure è stato ritirato.</translation>
    </message>
    <message>
        <source>This took longer than {0} s. Ask for less.</source>
        <translation>Ci è voluto più di {0} s. Chiedi di meno.</translation>
    </message>
    <message>
        <source>To mend the library, choose: “Check the library…” in the menu Library, and then “Scan for changes”.</source>
        <translation>Per riparare la libreria scegli “Controlla la libreria…” nel menu Libreria, e poi “Cerca cambiamenti”.</translation>
    </message>
    <message>
        <source>Too many pictures are being sent. Ask again in 5 s.</source>
        <translation>Si stanno inviando troppe immagini. Richiedi tra 5 s.</translation>
    </message>
    <message>
        <source>Trying the model</source>
        <translation>Prova del modello</translation>
    </message>
    <message>
        <source>Trying the towers</source>
        <translation>Prova delle torri</translation>
    </message>
    <message>
        <source>Videos indexed: {0}. Frames kept: {1}.</source>
        <translation>Video indicizzati: {0}. Fotogrammi conservati: {1}.</translation>
    </message>
    <message>
        <source>Videos left out: {0}.</source>
        <translation>Video tralasciati: {0}.</translation>
    </message>
    <message>
        <source>Videos of Live Photos, which are one item with their photos: {0}.</source>
        <translation>Video di Live Photo, che sono tutt’uno con le loro foto: {0}.</translation>
    </message>
    <message>
        <source>Write near:Lisbon, near:&quot;New York&quot; or near:38.7,-9.1.</source>
        <translation>Scrivi near:Lisbona, near:&quot;New York&quot; o near:38.7,-9.1.</translation>
    </message>
    <message>
        <source>Writing the weights</source>
        <translation>Scrittura dei pesi</translation>
    </message>
    <message>
        <source>Writing the weights for a GPU</source>
        <translation>Scrittura dei pesi per una GPU</translation>
    </message>
    <message>
        <source>a row of {0} refers to nothing</source>
        <translation>una riga di {0} non rimanda a niente</translation>
    </message>
    <message>
        <source>a tag of it is unusual</source>
        <translation>un suo tag è insolito</translation>
    </message>
    <message>
        <source>a value of it is unusual</source>
        <translation>un suo valore è insolito</translation>
    </message>
    <message>
        <source>an attribute of it is unusual</source>
        <translation>un suo attributo è insolito</translation>
    </message>
    <message>
        <source>could not be used</source>
        <translation>non si è potuta usare</translation>
    </message>
    <message>
        <source>has too little free memory</source>
        <translation>ha troppo poca memoria libera</translation>
    </message>
    <message>
        <source>how large the pictures are</source>
        <translation>quanto sono grandi le immagini</translation>
    </message>
    <message>
        <source>how long the texts are</source>
        <translation>quanto sono lunghi i testi</translation>
    </message>
    <message>
        <source>imported from {0}</source>
        <translation>importato da {0}</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>non si può leggere</translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation>manca</translation>
    </message>
    <message>
        <source>it is not well-formed XML ({0})</source>
        <translation>non è XML ben formato ({0})</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>è troppo grande</translation>
    </message>
    <message>
        <source>its end is missing</source>
        <translation>manca la fine</translation>
    </message>
    <message>
        <source>k1 and b have an effect on the weighting bm25 only.</source>
        <translation>k1 e b agiscono solo sulla ponderazione bm25.</translation>
    </message>
    <message>
        <source>more than 100 languages</source>
        <translation>più di 100 lingue</translation>
    </message>
    <message>
        <source>not readable now: see “Check the library…” in the menu Library</source>
        <translation>ora non leggibile: vedi “Controlla la libreria…” nel menu Libreria</translation>
    </message>
    <message>
        <source>scale is a number above 0, not {0}.</source>
        <translation>scale è un numero maggiore di 0, non {0}.</translation>
    </message>
    <message>
        <source>side_px is between 1 and {0}, not {1}.</source>
        <translation>side_px è compreso tra 1 e {0}, non {1}.</translation>
    </message>
    <message>
        <source>that of the imported towers</source>
        <translation>quella delle torri importate</translation>
    </message>
    <message>
        <source>that of the imported weights</source>
        <translation>quella dei pesi importati</translation>
    </message>
    <message>
        <source>the faces could not be put in</source>
        <translation>non è stato possibile inserirvi i volti</translation>
    </message>
    <message>
        <source>the keywords could not be put in</source>
        <translation>non si sono potute inserire le parole chiave</translation>
    </message>
    <message>
        <source>the rating could not be put in</source>
        <translation>non si è potuta inserire la valutazione</translation>
    </message>
    <message>
        <source>there is no RDF in it</source>
        <translation>non contiene RDF</translation>
    </message>
    <message>
        <source>they end with exit code {0} before they are ready</source>
        <translation>finiscono con codice di uscita {0} prima di essere pronti</translation>
    </message>
    <message>
        <source>those of the imported towers</source>
        <translation>quelle delle torri importate</translation>
    </message>
    <message>
        <source>those of the imported weights</source>
        <translation>quelle dei pesi importati</translation>
    </message>
    <message>
        <source>{0} Its photos were kept.</source>
        <translation>{0} Le sue foto sono state tenute.</translation>
    </message>
    <message>
        <source>{0} Name a file that cbir codebook train wrote. Nothing was changed.</source>
        <translation>{0} Indica un file scritto da cbir codebook train. Non è stato modificato nulla.</translation>
    </message>
    <message>
        <source>{0} Restore it from a backup.</source>
        <translation>{0} Ripristinalo da una copia di sicurezza.</translation>
    </message>
    <message>
        <source>{0} The model runs on the CPU.</source>
        <translation>{0} Il modello gira sul processore.</translation>
    </message>
    <message>
        <source>{0} and {1} are two people. Take the name of one away first.</source>
        <translation>{0} e {1} sono due persone. Togli prima il nome a una.</translation>
    </message>
    <message>
        <source>{0} can be found by picture and name only: the model {1} gives it no usable embedding.</source>
        <translation>{0} si trova solo con un’immagine o per nome: il modello {1} non ne ricava una rappresentazione utilizzabile.</translation>
    </message>
    <message>
        <source>{0} cannot be opened now. Has it moved, or is its drive not connected?</source>
        <translation>{0} non si può aprire ora. È stato spostato, o la sua unità non è collegata?</translation>
    </message>
    <message>
        <source>{0} cannot be reached: {1}. Check the connection, or download {2} on another computer and import that file.</source>
        <translation>{0} non è raggiungibile: {1}. Controlla la connessione, o scarica {2} su un altro computer e importa quel file.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is cut off, damaged or not a safetensors file.</source>
        <translation>{0} non si può leggere: è troncato, danneggiato o non è un file safetensors.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is cut off, damaged or not torch&apos;s.</source>
        <translation>{0} non si può leggere: è troncato, danneggiato o non è di torch.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is not JSON.</source>
        <translation>{0} non si può leggere: non è JSON.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}</source>
        <translation>Impossibile leggere {0}: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} non si può leggere: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be searched for: {1}</source>
        <translation>{0} non si può usare per cercare: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be the name of a model: use small letters, digits, dots, hyphens and underscores.</source>
        <translation>{0} non può essere il nome di un modello: usa lettere minuscole, cifre, punti, trattini e trattini bassi.</translation>
    </message>
    <message>
        <source>{0} cannot be written as MP4 on this computer. Write a .gif file.</source>
        <translation>{0} non può essere scritto come MP4 su questo computer. Scriva un file .gif.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}</source>
        <translation>{0} non può essere scritto: {1}</translation>
    </message>
    <message>
        <source>{0} could not be decoded ({1}: {2}).</source>
        <translation>{0} non si è potuto decodificare ({1}: {2}).</translation>
    </message>
    <message>
        <source>{0} could not be written without faults: is the disk sound? Nothing was moved.</source>
        <translation>{0} non si è potuto scrivere senza errori: il disco è in ordine? Non è stato spostato niente.</translation>
    </message>
    <message>
        <source>{0} did not arrive as the hub describes it: its checksum or its size differs. It was deleted. Install again.</source>
        <translation>{0} non è arrivato come l’hub lo descrive: la somma di controllo o la dimensione è diversa. È stato eliminato. Installa di nuovo.</translation>
    </message>
    <message>
        <source>{0} documents are in postings that are not there</source>
        <translation>{0} documenti sono in liste che non ci sono</translation>
    </message>
    <message>
        <source>{0} documents belong to photos that are not there</source>
        <translation>{0} documenti appartengono a foto che non ci sono</translation>
    </message>
    <message>
        <source>{0} documents have features that are not there</source>
        <translation>{0} documenti hanno caratteristiche che non ci sono</translation>
    </message>
    <message>
        <source>{0} does not allow that ({1}). Its administrator has to run in the database: CREATE EXTENSION vector, and GRANT CREATE ON DATABASE for your user.</source>
        <translation>{0} non lo permette ({1}). Chi lo amministra deve eseguire nel database CREATE EXTENSION vector, e GRANT CREATE ON DATABASE per il tuo utente.</translation>
    </message>
    <message>
        <source>{0} does not let this program in ({1}). Set the environment variable PGPASSWORD, or put the password into ~/.pgpass, and run the same command again.</source>
        <translation>{0} non fa entrare questo programma ({1}). Imposta la variabile d’ambiente PGPASSWORD, o scrivi la password in ~/.pgpass, e ripeti lo stesso comando.</translation>
    </message>
    <message>
        <source>{0} does not say how pictures are made ready: it needs {1}, {2} or {3}.</source>
        <translation>{0} non dice come si preparano le immagini: serve {1}, {2} o {3}.</translation>
    </message>
    <message>
        <source>{0} does not use HTTPS there. Check the address and its port.</source>
        <translation>{0} lì non parla HTTPS. Controlla l’indirizzo e la porta.</translation>
    </message>
    <message>
        <source>{0} ends early.</source>
        <translation>{0} finisce prima del dovuto.</translation>
    </message>
    <message>
        <source>{0} files are both photos and failures</source>
        <translation>{0} file sono insieme foto e file non letti</translation>
    </message>
    <message>
        <source>{0} gives vectors that cannot be compared: its weights are damaged.</source>
        <translation>{0} produce vettori che non si possono confrontare: i suoi pesi sono danneggiati.</translation>
    </message>
    <message>
        <source>{0} gives {1} only to people who accepted its terms. Accept them there, and set HF_TOKEN to your token.</source>
        <translation>{0} dà {1} solo a chi ne ha accettato le condizioni. Accettale lì e imposta HF_TOKEN sul tuo token.</translation>
    </message>
    <message>
        <source>{0} has no effect on an exact search. Add: {1}</source>
        <translation>{0} non ha effetto su una ricerca esatta. Aggiungere: {1}</translation>
    </message>
    <message>
        <source>{0} has no effect up to {1} embeddings, which are all compared, and this library has {2}. Add: {3}</source>
        <translation>{0} non ha effetto fino a {1} vettori, che vengono tutti confrontati, e questa raccolta ne ha {2}. Aggiungere: {3}</translation>
    </message>
    <message>
        <source>{0} has no extension pgvector. Install it there (Debian: postgresql-18-pgvector), and run the same command again.</source>
        <translation>{0} non ha l’estensione pgvector. Installala lì (Debian: postgresql-18-pgvector) e ripeti lo stesso comando.</translation>
    </message>
    <message>
        <source>{0} has no readable manifest ({1}).</source>
        <translation>{0} non ha un manifesto leggibile ({1}).</translation>
    </message>
    <message>
        <source>{0} has no readable {1}: it is not a model.</source>
        <translation>{0} non ha un {1} leggibile: non è un modello.</translation>
    </message>
    <message>
        <source>{0} has no {1} tower: none of {2} is there.</source>
        <translation>{0} non ha la torre {1}: non c’è nessuno di {2}.</translation>
    </message>
    <message>
        <source>{0} has no {1}: without it no sentence can be read.</source>
        <translation>{0} non ha {1}: senza non si può leggere nessuna frase.</translation>
    </message>
    <message>
        <source>{0} has pgvector {1}. A library needs 0.8 or a later one: install it there, and run ALTER EXTENSION vector UPDATE in the database.</source>
        <translation>{0} ha pgvector {1}. Una libreria ha bisogno della versione 0.8 o di una successiva: installala lì, ed esegui ALTER EXTENSION vector UPDATE nel database.</translation>
    </message>
    <message>
        <source>{0} is a file of weights: name its architecture, such as ViT-B-32.</source>
        <translation>{0} è un file di pesi: indica la sua architettura, ad esempio ViT-B-32.</translation>
    </message>
    <message>
        <source>{0} is a part of the library itself. Name a folder of photos.</source>
        <translation>{0} fa parte della libreria stessa. Indica una cartella di foto.</translation>
    </message>
    <message>
        <source>{0} is a replica, which only answers searches. Promote it, or name the primary too, as in postgresql://HOST1,HOST2/DATABASE</source>
        <translation>{0} è una replica, che risponde solo alle ricerche. Promuovila, o indica anche il server primario, come in postgresql://HOST1,HOST2/DATABASE</translation>
    </message>
    <message>
        <source>{0} is a {1} of format {2}, not a {3} of format {4}.</source>
        <translation>{0} è un {1} di formato {2}, non un {3} di formato {4}.</translation>
    </message>
    <message>
        <source>{0} is being installed by another process. Wait until it is done.</source>
        <translation>{0} è in corso di installazione da parte di un altro processo. Aspetta che finisca.</translation>
    </message>
    <message>
        <source>{0} is damaged: its arrays are not {1} x {2} numbers ({3}).</source>
        <translation>{0} è danneggiato: i suoi array non sono {1} x {2} numeri ({3}).</translation>
    </message>
    <message>
        <source>{0} is damaged: its axes do not fit.</source>
        <translation>{0} è danneggiato: gli assi non corrispondono.</translation>
    </message>
    <message>
        <source>{0} is damaged: its checksums do not fit its files ({1}).</source>
        <translation>{0} è danneggiato: le sue somme di controllo non corrispondono ai suoi file ({1}).</translation>
    </message>
    <message>
        <source>{0} is damaged: its documents do not ascend.</source>
        <translation>{0} è danneggiato: i documenti non sono in ordine crescente.</translation>
    </message>
    <message>
        <source>{0} is damaged: its index does not fit its documents.</source>
        <translation>{0} è danneggiato: l’indice non corrisponde ai documenti.</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} ({2}).</source>
        <translation>{0} è danneggiato: {1} ({2}).</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} has numbers that are not finite.</source>
        <translation>{0} è danneggiato: {1} ha numeri non finiti.</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} is missing or has another size ({2}).</source>
        <translation>{0} è danneggiato: {1} manca o ha un’altra dimensione ({2}).</translation>
    </message>
    <message>
        <source>{0} is missing or damaged. Install the program again.</source>
        <translation>{0} manca o è danneggiato. Reinstalla il programma.</translation>
    </message>
    <message>
        <source>{0} is not a checkpoint: neither safetensors nor one that torch wrote.</source>
        <translation>{0} non è un checkpoint: né safetensors né scritto da torch.</translation>
    </message>
    <message>
        <source>{0} is not a date. Write it as 2019, 2019-07 or 2019-07-14.</source>
        <translation>{0} non è una data. Scrivila come 2019, 2019-07 o 2019-07-14.</translation>
    </message>
    <message>
        <source>{0} is not a label: it has no letter or digit.</source>
        <translation>{0} non è un’etichetta: non ha lettere né cifre.</translation>
    </message>
    <message>
        <source>{0} is not a library address. {1}</source>
        <translation>{0} non è un indirizzo di libreria. {1}</translation>
    </message>
    <message>
        <source>{0} is not a library and not empty. Name an empty or new folder for the library.</source>
        <translation>{0} non è una libreria e non è vuota. Indica una cartella vuota o nuova per la libreria.</translation>
    </message>
    <message>
        <source>{0} is not a photo of the library. To add its folder, choose: “Add folder…” in the menu Library</source>
        <translation>{0} non è una foto della libreria. Per aggiungere la sua cartella scegli “Aggiungi cartella…” nel menu Libreria</translation>
    </message>
    <message>
        <source>{0} is not a rating. A rating is 0 to 5 stars, or -1 for a rejected photo.</source>
        <translation>{0} non è una valutazione. Una valutazione va da 0 a 5 stelle, o è -1 per una foto scartata.</translation>
    </message>
    <message>
        <source>{0} is not a tokenizer that can be read.</source>
        <translation>{0} non è un tokenizer che si possa leggere.</translation>
    </message>
    <message>
        <source>{0} is not a town. Name one, and the distance that you mean: near:&quot;{1}~200km&quot;.</source>
        <translation>{0} non è una città. Indicane una e la distanza che intendi: near:&quot;{1}~200km&quot;.</translation>
    </message>
    <message>
        <source>{0} is not a whole backup of a library ({1}).</source>
        <translation>{0} non è una copia di sicurezza completa di una libreria ({1}).</translation>
    </message>
    <message>
        <source>{0} is not an address. {1}</source>
        <translation>{0} non è un indirizzo. {1}</translation>
    </message>
    <message>
        <source>{0} is not empty. Name a new or empty folder.</source>
        <translation>{0} non è vuota. Indica una cartella nuova o vuota.</translation>
    </message>
    <message>
        <source>{0} is not empty. Restore into a new or empty folder, named with --library.</source>
        <translation>{0} non è vuota. Ripristina in una cartella nuova o vuota, indicata con --library.</translation>
    </message>
    <message>
        <source>{0} is not what {1} has under that name.</source>
        <translation>{0} non è ciò che {1} contiene con quel nome.</translation>
    </message>
    <message>
        <source>{0} is nowhere on earth: latitudes go from -90 to 90, longitudes from -180 to 180.</source>
        <translation>{0} non è in nessun punto della Terra: le latitudini vanno da -90 a 90, le longitudini da -180 a 180.</translation>
    </message>
    <message>
        <source>{0} is nowhere on earth: latitudes go from -90 to 90, longitudes from -180 to 180. {1}</source>
        <translation>{0} non è da nessuna parte sulla Terra: le latitudini vanno da -90 a 90, le longitudini da -180 a 180. {1}</translation>
    </message>
    <message>
        <source>{0} is of another model.</source>
        <translation>{0} è di un altro modello.</translation>
    </message>
    <message>
        <source>{0} is on Milvus, which cbir does not use any more. Name the folder of that library, or a PostgreSQL server, as in postgresql://localhost/photos</source>
        <translation>{0} è su Milvus, che cbir non usa più. Indica la cartella di quella libreria o un server PostgreSQL, come in postgresql://localhost/photos</translation>
    </message>
    <message>
        <source>{0} is on a network drive, where a library could be damaged. Name a folder on a drive of this computer with --library; your photos can stay on the network. A library that is there already can be searched, and moved with: cbir library move</source>
        <translation>{0} si trova su un’unità di rete, dove una libreria potrebbe danneggiarsi. Indica con --library una cartella su un’unità di questo computer; le foto possono restare in rete. In una libreria che c’è già si può cercare, e la si sposta con: cbir library move</translation>
    </message>
    <message>
        <source>{0} is the same folder as {1}, which the library has already: its photos count once.</source>
        <translation>{0} è la stessa cartella di {1}, che la raccolta ha già: le sue foto contano una volta.</translation>
    </message>
    <message>
        <source>{0} is version {1}. A library needs PostgreSQL {2} or a later one.</source>
        <translation>{0} ha la versione {1}. Una libreria ha bisogno di PostgreSQL {2} o di una versione successiva.</translation>
    </message>
    <message>
        <source>{0} is {1} on {2}, and {3} here. Install the same versions on all computers: pip install -c constraints.txt does.</source>
        <translation>{0} è {1} su {2} e {3} qui. Installa le stesse versioni su tutti i computer: con pip install -c constraints.txt.</translation>
    </message>
    <message>
        <source>{0} must be a function of a module that can be imported: workers describe photos in other processes.</source>
        <translation>{0} deve essere una funzione di un modulo importabile: le foto vengono descritte in altri processi.</translation>
    </message>
    <message>
        <source>{0} must return at most {1} features, with descriptors of uint8.</source>
        <translation>{0} deve restituire al massimo {1} caratteristiche, con descrittori uint8.</translation>
    </message>
    <message>
        <source>{0} must return cbir.Features of the size {1}.</source>
        <translation>{0} deve restituire cbir.Features di dimensione {1}.</translation>
    </message>
    <message>
        <source>{0} names no service. Open the library&apos;s address again.</source>
        <translation>{0} non indica nessun servizio. Apri di nuovo l’indirizzo della libreria.</translation>
    </message>
    <message>
        <source>{0} needs a tokenizer.json, which open_clip does not ship. Put the one of {1} beside the checkpoint, or name it.</source>
        <translation>{0} richiede un tokenizer.json, che open_clip non fornisce. Metti quello di {1} accanto al checkpoint, o indicalo.</translation>
    </message>
    <message>
        <source>{0} of the first {1} hits were not among them before.</source>
        <translation>{0} dei primi {1} risultati prima non c’erano.</translation>
    </message>
    <message>
        <source>{0} of the model in {1} cannot be loaded: the file is damaged or no tower.</source>
        <translation>{0} del modello in {1} non si può caricare: il file è danneggiato o non è una torre.</translation>
    </message>
    <message>
        <source>{0} of the model in {1} gives no row for each input.</source>
        <translation>{0} del modello in {1} non dà una riga per ogni ingresso.</translation>
    </message>
    <message>
        <source>{0} of the model in {1} has more than one input.</source>
        <translation>{0} del modello in {1} ha più di un ingresso.</translation>
    </message>
    <message>
        <source>{0} of them had different stars: those of {1} were kept.</source>
        <translation>{0} di esse avevano stelle diverse: sono state tenute quelle di {1}.</translation>
    </message>
    <message>
        <source>{0} of {1} photos are not in the index on the server yet{2}.</source>
        <translation>{0} foto su {1} non sono ancora nell’indice sul server{2}.</translation>
    </message>
    <message>
        <source>{0} of {1} photos were read by an earlier version, which knew no exposure and no names of people{2}.</source>
        <translation>{0} foto su {1} sono state lette da una versione precedente, che non conosceva né l’esposizione né i nomi delle persone{2}.</translation>
    </message>
    <message>
        <source>{0} on {1} {2}, {3}.</source>
        <translation>{0} su {1} {2}, {3}.</translation>
    </message>
    <message>
        <source>{0} people are called {1}. Say which one, by number.</source>
        <translation>{0} persone si chiamano {1}. Indica quale con il numero.</translation>
    </message>
    <message>
        <source>{0} photos are indexed twice</source>
        <translation>{0} foto sono indicizzate due volte</translation>
    </message>
    <message>
        <source>{0} photos are not searchable until they are read again.</source>
        <translation>{0} foto non si possono cercare finché non vengono lette di nuovo.</translation>
    </message>
    <message>
        <source>{0} photos can be found by picture and name only, {1} among them: the model {2} gives them no usable embedding.</source>
        <translation>{0} foto si trovano solo con un’immagine o per nome, tra cui {1}: il modello {2} non ne ricava una rappresentazione utilizzabile.</translation>
    </message>
    <message>
        <source>{0} pictures have</source>
        <translation>{0} immagini hanno</translation>
    </message>
    <message>
        <source>{0} refused to give {1} of {2} (HTTP {3}).</source>
        <translation>{0} ha rifiutato di dare {1} di {2} (HTTP {3}).</translation>
    </message>
    <message>
        <source>{0} returned positions, scales or angles that are not finite.</source>
        <translation>{0} ha restituito posizioni, scale o angoli non finiti.</translation>
    </message>
    <message>
        <source>{0} runs different cbir code from this computer</source>
        <translation>{0} esegue un codice di cbir diverso da questo computer</translation>
    </message>
    <message>
        <source>{0} thumbnails are lost, and their photos cannot be read now.</source>
        <translation>{0} miniature sono perse, e le loro foto ora non si possono leggere.</translation>
    </message>
    <message>
        <source>{0} thumbnails were missing or damaged.</source>
        <translation>{0} miniature mancavano o erano danneggiate.</translation>
    </message>
    <message>
        <source>{0} was made by another version of FAISS.</source>
        <translation>{0} è di un’altra versione di FAISS.</translation>
    </message>
    <message>
        <source>{0} was refused: it is a program (TorchScript), not weights alone. Ask for the same weights as safetensors.</source>
        <translation>{0} è stato rifiutato: è un programma (TorchScript), non solo pesi. Chiedi gli stessi pesi come safetensors.</translation>
    </message>
    <message>
        <source>{0} was refused: reading it would run code that the file brings, or it is damaged. Ask for the same weights as safetensors.</source>
        <translation>{0} è stato rifiutato: leggerlo eseguirebbe codice contenuto nel file, oppure è danneggiato. Chiedi gli stessi pesi come safetensors.</translation>
    </message>
    <message>
        <source>{0} was understood as {1}.</source>
        <translation>{0} è stato inteso come {1}.</translation>
    </message>
    <message>
        <source>{0} was understood as {1}. For another one, name its country or state too: near:&quot;{2}&quot;.</source>
        <translation>{0} è stato inteso come {1}. Per un altro luogo, indica anche il paese o lo stato: near:&quot;{2}&quot;.</translation>
    </message>
    <message>
        <source>{0} were kept. Look through them: one of them may not be what you saved.</source>
        <translation>Ne sono state conservate {0}. Controllale: una potrebbe non essere quella che hai salvato.</translation>
    </message>
    <message>
        <source>{0} words, {1} of them in a photo of a cat.</source>
        <translation>{0} parole, di cui {1} nella foto di un gatto.</translation>
    </message>
    <message>
        <source>{0}. It finds &quot;a cat&quot;.</source>
        <translation>{0}. Trova “a cat”.</translation>
    </message>
    <message>
        <source>{0}/{1} cannot be read: {2} ({3}).</source>
        <translation>{0}/{1} non si può leggere: {2} ({3}).</translation>
    </message>
    <message>
        <source>{0}/{1} is damaged: {2} has changed since it was written ({3}).</source>
        <translation>{0}/{1} è danneggiato: {2} è cambiato da quando è stato scritto ({3}).</translation>
    </message>
    <message>
        <source>{0}/{1} is damaged: {2} is not as long as it should be ({3}).</source>
        <translation>{0}/{1} è danneggiato: {2} non è lungo quanto dovrebbe ({3}).</translation>
    </message>
    <message>
        <source>{0}/{1} was made by another {2} than the catalog says ({3}).</source>
        <translation>{0}/{1} è stato creato da un altro {2} rispetto a quanto dice il catalogo ({3}).</translation>
    </message>
    <message>
        <source>{0}: its photos are in the library once now, with the marks and album places of both.</source>
        <translation>{0}: le sue foto ora sono una volta nella raccolta, con valutazioni, parole chiave e album di entrambe.</translation>
    </message>
    <message>
        <source>{0}: needs a place right behind it. {1}</source>
        <translation>{0}: deve essere seguito da un luogo, senza spazi. {1}</translation>
    </message>
    <message>
        <source>{0}: needs a value behind it.</source>
        <translation>{0}: ci vuole un valore dopo.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a known country or region. Write {0}:Norway or {0}:Bavaria.</source>
        <translation>{0}:{1} non è un paese o una regione noti. Scrivi {0}:Norvegia o {0}:Baviera.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a month. Write {0}:8, {0}:August or {0}:6..8.</source>
        <translation>{0}:{1} non è un mese. Scrivi {0}:8, {0}:August o {0}:6..8.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a number.</source>
        <translation>{0}:{1} non è un numero.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a number. Write {2}:{3}, for example.</source>
        <translation>{0}:{1} non è un numero. Scrivi ad esempio {2}:{3}.</translation>
    </message>
    <message>
        <source>{0}:{1} is not known. It can be {2} or {3}.</source>
        <translation>{0}:{1} non è conosciuto. Può essere {2} o {3}.</translation>
    </message>
    <message>
        <source>Suggestions: Alt and the digit add one</source>
        <translation>Suggerimenti: Alt e la cifra ne aggiungono uno</translation>
    </message>
    <message>
        <source>Click to add it</source>
        <translation>Fai clic per aggiungerla</translation>
    </message>
    <message>
        <source>Add the keyword {keyword}</source>
        <translation>Aggiungi la parola chiave {keyword}</translation>
    </message>
    <message>
        <source>works</source>
        <translation>funziona</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>assente</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>non funziona</translation>
    </message>
    <message>
        <source>Compiled loops</source>
        <translation>Cicli compilati</translation>
    </message>
    <message>
        <source>Camera raw</source>
        <translation>Raw</translation>
    </message>
    <message>
        <source>Visual words</source>
        <translation>Parole visive</translation>
    </message>
    <message>
        <source>Built-in model (ONNX Runtime)</source>
        <translation>Modello incluso (ONNX Runtime)</translation>
    </message>
    <message>
        <source>Translations</source>
        <translation>Traduzioni</translation>
    </message>
    <message>
        <source>Window (Qt)</source>
        <translation>Finestra (Qt)</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatica</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Disattivata</translation>
    </message>
    <message>
        <source>If there is one, it indexes photos and searches large libraries by content.</source>
        <translation>Se c’è, indicizza le foto e cerca per contenuto nelle librerie grandi.</translation>
    </message>
    <message>
        <source>Searches by content now run on the graphics card.</source>
        <translation>La ricerca per contenuto ora gira sulla scheda grafica.</translation>
    </message>
    <message>
        <source>Searches by content now run on the processor.</source>
        <translation>La ricerca per contenuto ora gira sul processore.</translation>
    </message>
    <message>
        <source>Everything runs on the processor.</source>
        <translation>Tutto gira sul processore.</translation>
    </message>
    <message>
        <source>Takes effect when the current task ends.</source>
        <translation>Vale al termine dell’attività in corso.</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Scheda grafica</translation>
    </message>
    <message>
        <source>About cbir</source>
        <translation>Informazioni su cbir</translation>
    </message>
    <message>
        <source>Test this installation</source>
        <translation>Verifica questa installazione</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Versione {version}</translation>
    </message>
    <message>
        <source>Find photos by a picture or by words. Everything happens on this computer.</source>
        <translation>Trova foto con un’immagine o con parole. Tutto avviene su questo computer.</translation>
    </message>
    <message>
        <source>Apache License 2.0. Qt and PySide6 are under the LGPL 3.</source>
        <translation>Licenza Apache 2.0. Qt e PySide6 sono sotto la LGPL 3.</translation>
    </message>
    <message>
        <source>Names of towns: GeoNames (geonames.org), CC BY 4.0.</source>
        <translation>Nomi delle città: GeoNames (geonames.org), CC BY 4.0.</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Verifica in corso…</translation>
    </message>
    <message>
        <source>Undone: {what}.</source>
        <translation>Annullato: {what}.</translation>
    </message>
    <message>
        <source>Redone: {what}.</source>
        <translation>Ripristinato: {what}.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Ripristina</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) right</source>
        <translation>
            <numerusform>%Ln foto giusta</numerusform>
            <numerusform>%Ln foto giuste</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln wrong</source>
        <translation>
            <numerusform>%Ln sbagliata</numerusform>
            <numerusform>%Ln sbagliate</numerusform>
        </translation>
    </message>
    <message>
        <source>For this search: {right}, {wrong}.</source>
        <translation>Per questa ricerca: {right}, {wrong}.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Misura</translation>
    </message>
    <message>
        <source>“{file}” now has its file’s own rating.</source>
        <translation>«{file}» ha ora la valutazione del suo file.</translation>
    </message>
    <message>
        <source>“{file}” is rejected.</source>
        <translation>“{file}” è scartata.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have their files’ own ratings.</source>
        <translation>
            <numerusform>Ora %Ln foto ha la valutazione del suo file.</numerusform>
            <numerusform>Ora %Ln foto hanno la valutazione dei loro file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) rejected.</source>
        <translation>
            <numerusform>%Ln foto scartata.</numerusform>
            <numerusform>%Ln foto scartate.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have no stars.</source>
        <translation>
            <numerusform>Ora %Ln foto non ha stelle.</numerusform>
            <numerusform>Ora %Ln foto non hanno stelle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have {stars}.</source>
        <translation>
            <numerusform>Ora %Ln foto ha {stars}.</numerusform>
            <numerusform>Ora %Ln foto hanno {stars}.</numerusform>
        </translation>
    </message>
    <message>
        <source>No stars for “{file}”.</source>
        <translation>Nessuna stella per «{file}».</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) picked.</source>
        <translation>
            <numerusform>%Ln foto scelta.</numerusform>
            <numerusform>%Ln foto scelte.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is picked.</source>
        <translation>“{file}” è scelta.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) no longer flagged.</source>
        <translation>
            <numerusform>%Ln foto senza contrassegno.</numerusform>
            <numerusform>%Ln foto senza contrassegno.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is no longer flagged.</source>
        <translation>“{file}” non ha più contrassegno.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a label.</source>
        <translation>
            <numerusform>%Ln foto senza etichetta.</numerusform>
            <numerusform>%Ln foto senza etichetta.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” has no label.</source>
        <translation>“{file}” non ha etichetta.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) labelled: {label}.</source>
        <translation>
            <numerusform>%Ln foto con etichetta: {label}.</numerusform>
            <numerusform>%Ln foto con etichetta: {label}.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is labelled: {label}.</source>
        <translation>Etichetta di “{file}”: {label}.</translation>
    </message>
    <message>
        <source>{stars} for “{file}”.</source>
        <translation>{stars} per «{file}».</translation>
    </message>
    <message numerus="yes">
        <source>judgement of %Ln photo(s)</source>
        <translation>
            <numerusform>giudizio su %Ln foto</numerusform>
            <numerusform>giudizio su %Ln foto</numerusform>
        </translation>
    </message>
    <message>
        <source>Which duplicates are shown</source>
        <translation>Quali duplicati sono mostrati</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Affiancate</translation>
    </message>
    <message>
        <source>Wipe from one to the other</source>
        <translation>Tendina dall’una all’altra</translation>
    </message>
    <message>
        <source>Blink: Space changes between the two</source>
        <translation>Alternanza: Spazio passa dall’una all’altra</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Tieni entrambe</translation>
    </message>
    <message>
        <source>Not a duplicate</source>
        <translation>Non è un duplicato</translation>
    </message>
    <message>
        <source>Copies in a folder…</source>
        <translation>Copie in una cartella…</translation>
    </message>
    <message>
        <source>Move to the {trash}…</source>
        <translation>Sposta nel {trash}…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln copy(s) in {folder}, {size}</source>
        <translation>
            <numerusform>%Ln copia in {folder}, {size}</numerusform>
            <numerusform>%Ln copie in {folder}, {size}</numerusform>
        </translation>
    </message>
    <message>
        <source>No folder has copies of photos elsewhere.</source>
        <translation>Nessuna cartella ha copie di foto che stanno altrove.</translation>
    </message>
    <message>
        <source>Identical files come first, then what was compared. You can use the window meanwhile.</source>
        <translation>Prima arrivano i file identici, poi le foto confrontate. Intanto la finestra resta utilizzabile.</translation>
    </message>
    <message>
        <source>Looking for duplicates…</source>
        <translation>Ricerca dei duplicati…</translation>
    </message>
    <message>
        <source>All causes ({count})</source>
        <translation>Tutte le cause ({count})</translation>
    </message>
    <message>
        <source>Back to your photos</source>
        <translation>Torna alle tue foto</translation>
    </message>
    <message>
        <source>No duplicates found</source>
        <translation>Nessun duplicato trovato</translation>
    </message>
    <message>
        <source>Can’t look for duplicates</source>
        <translation>Impossibile cercare i duplicati</translation>
    </message>
    <message>
        <source>Left photo</source>
        <translation>Foto a sinistra</translation>
    </message>
    <message>
        <source>Right photo</source>
        <translation>Foto a destra</translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln gruppo</numerusform>
            <numerusform>%Ln gruppi</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s) to judge</source>
        <translation>
            <numerusform>%Ln coppia da giudicare</numerusform>
            <numerusform>%Ln coppie da giudicare</numerusform>
        </translation>
    </message>
    <message>
        <source>{done} of {total} pairs</source>
        <translation>{done} coppie su {total}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) to go, {size}</source>
        <translation>
            <numerusform>%Ln foto da cestinare, {size}</numerusform>
            <numerusform>%Ln foto da cestinare, {size}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Trash %Ln copy(s)</source>
        <translation>
            <numerusform>Cestina %Ln copia</numerusform>
            <numerusform>Cestina %Ln copie</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Tieni tutte</translation>
    </message>
    <message>
        <source>Not duplicates</source>
        <translation>Non sono doppioni</translation>
    </message>
    <message>
        <source>Look at the pairs large before you choose.</source>
        <translation>Guarda le coppie in grande prima di scegliere.</translation>
    </message>
    <message>
        <source>Two separate photos: nothing is suggested.</source>
        <translation>Due foto distinte: nessun suggerimento.</translation>
    </message>
    <message>
        <source>{file}: {reasons}</source>
        <translation>{file}: {reasons}</translation>
    </message>
    <message>
        <source>Look before you choose.</source>
        <translation>Confronta prima di scegliere.</translation>
    </message>
    <message>
        <source>{size} freed</source>
        <translation>{size} liberati</translation>
    </message>
    <message>
        <source>How much of the left photo shows</source>
        <translation>Quanto si vede della foto di sinistra</translation>
    </message>
    <message>
        <source>Difference: black areas are the same</source>
        <translation>Differenza: le zone nere sono uguali</translation>
    </message>
    <message>
        <source>Copies, crops and edits of one photo appear here.</source>
        <translation>Qui appaiono copie, ritagli e modifiche della stessa foto.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) cannot go now</source>
        <translation>
            <numerusform>%Ln foto non si può cestinare ora</numerusform>
            <numerusform>%Ln foto non si possono cestinare ora</numerusform>
        </translation>
    </message>
    <message>
        <source>Trash the left one</source>
        <translation>Cestina quella a sinistra</translation>
    </message>
    <message>
        <source>Trash the right one</source>
        <translation>Cestina quella a destra</translation>
    </message>
    <message>
        <source>{at} of {all}</source>
        <translation>{at} di {all}</translation>
    </message>
    <message>
        <source>all judged</source>
        <translation>tutte giudicate</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s) not compared yet</source>
        <translation>
            <numerusform>%Ln coppia non ancora confrontata</numerusform>
            <numerusform>%Ln coppie non ancora confrontate</numerusform>
        </translation>
    </message>
    <message>
        <source>You chose: {file} goes to the {trash}.</source>
        <translation>Scelta: {file} va nel {trash}.</translation>
    </message>
    <message>
        <source>You chose: keep both.</source>
        <translation>Scelta: tenere entrambe.</translation>
    </message>
    <message>
        <source>You chose: not a duplicate.</source>
        <translation>Scelta: non è un duplicato.</translation>
    </message>
    <message>
        <source>Keep {file}</source>
        <translation>Tieni {file}</translation>
    </message>
    <message>
        <source>As they are</source>
        <translation>Così come sono</translation>
    </message>
    <message>
        <source>Only addresses that begin with https:// are fetched.</source>
        <translation>Si caricano solo indirizzi che iniziano con https://.</translation>
    </message>
    <message>
        <source>This address is a web page. Open it, and drag or copy the picture itself.</source>
        <translation>Questo indirizzo è una pagina web. Aprila, e trascina o copia l’immagine stessa.</translation>
    </message>
    <message>
        <source>There is no picture at this address.</source>
        <translation>A questo indirizzo non c’è nessuna immagine.</translation>
    </message>
    <message>
        <source>The picture is larger than {most} MB. Save it and open the file.</source>
        <translation>L’immagine supera i {most} MB. Salvala e apri il file.</translation>
    </message>
    <message>
        <source>The picture could not be fetched: {reason}.</source>
        <translation>L’immagine non si è potuta caricare: {reason}.</translation>
    </message>
    <message>
        <source>Search with this picture</source>
        <translation>Cerca con questa immagine</translation>
    </message>
    <message>
        <source>Add to the search</source>
        <translation>Aggiungi alla ricerca</translation>
    </message>
    <message>
        <source>Search with this instead</source>
        <translation>Cerca invece con questa</translation>
    </message>
    <message>
        <source>Photos side by side</source>
        <translation>Foto affiancate</translation>
    </message>
    <message>
        <source>Photo {at} of {all}</source>
        <translation>Foto {at} di {all}</translation>
    </message>
    <message>
        <source>Stars and keywords</source>
        <translation>Stelle e parole chiave</translation>
    </message>
    <message>
        <source>Filmstrip</source>
        <translation>Pellicola</translation>
    </message>
    <message>
        <source>New in this album.</source>
        <translation>Nuova in questo album.</translation>
    </message>
    <message>
        <source>One item with {file}.</source>
        <translation>Va con {file}.</translation>
    </message>
    <message numerus="yes">
        <source>Stack of %Ln near-duplicates.</source>
        <translation>
            <numerusform>Pila di %Ln foto.</numerusform>
            <numerusform>Pila di %Ln quasi duplicati.</numerusform>
        </translation>
    </message>
    <message>
        <source>In an open stack.</source>
        <translation>In una pila aperta.</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Indice</translation>
    </message>
    <message>
        <source>Find in this text</source>
        <translation>Cerca in questo testo</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Non trovato</translation>
    </message>
    <message>
        <source>Search with a picture or with words</source>
        <translation>Cerca con un’immagine o a parole</translation>
    </message>
    <message>
        <source>Drop a picture here, paste one, or type what a photo shows. Results come as you type.</source>
        <translation>Trascina qui un’immagine, incollane una, o scrivi che cosa mostra una foto. I risultati arrivano mentre scrivi.</translation>
    </message>
    <message>
        <source>Frame what you mean</source>
        <translation>Inquadra ciò che cerchi</translation>
    </message>
    <message>
        <source>Frame a part of a picture, or of the screen, to look for that thing alone.</source>
        <translation>Inquadra una parte di un’immagine o dello schermo per cercare solo quella.</translation>
    </message>
    <message>
        <source>Narrow it down</source>
        <translation>Restringi la ricerca</translation>
    </message>
    <message>
        <source>Filter by date, place, camera or stars. Right-click a photo for “More like this” and “Fewer like this”.</source>
        <translation>Filtra per data, luogo, fotocamera o stelle. Con il tasto destro su una foto: “Altre simili a questa” e “Meno simili a questa”.</translation>
    </message>
    <message>
        <source>Help is here</source>
        <translation>L’aiuto è qui</translation>
    </message>
    <message>
        <source>The guide, this tour and a list of every key are in the Help menu. F1 shows the keys.</source>
        <translation>La guida, questo giro e l’elenco dei tasti sono nel menu Aiuto. F1 mostra i tasti.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Salta</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Avanti</translation>
    </message>
    <message>
        <source>{card} of {cards}</source>
        <translation>{card} di {cards}</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fine</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Guida</translation>
    </message>
    <message>
        <source>What’s new</source>
        <translation>Novità</translation>
    </message>
    <message>
        <source>{number}%</source>
        <translation>{number}%</translation>
    </message>
    <message>
        <source>{what}: {why}</source>
        <translation>{what}: {why}</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>“{words}”</translation>
    </message>
    <message>
        <source>Red: your words were found here. Blue: this speaks against them.</source>
        <translation>Rosso: qui sono state trovate le tue parole. Blu: questo parla contro.</translation>
    </message>
    <message>
        <source>Most at the top left</source>
        <translation>Soprattutto in alto a sinistra</translation>
    </message>
    <message>
        <source>Most at the top</source>
        <translation>Soprattutto in alto</translation>
    </message>
    <message>
        <source>Most at the top right</source>
        <translation>Soprattutto in alto a destra</translation>
    </message>
    <message>
        <source>Most on the left</source>
        <translation>Soprattutto a sinistra</translation>
    </message>
    <message>
        <source>Most in the middle</source>
        <translation>Soprattutto al centro</translation>
    </message>
    <message>
        <source>Most on the right</source>
        <translation>Soprattutto a destra</translation>
    </message>
    <message>
        <source>Most at the bottom left</source>
        <translation>Soprattutto in basso a sinistra</translation>
    </message>
    <message>
        <source>Most at the bottom</source>
        <translation>Soprattutto in basso</translation>
    </message>
    <message>
        <source>Most at the bottom right</source>
        <translation>Soprattutto in basso a destra</translation>
    </message>
    <message>
        <source>Checking which parts match your words…</source>
        <translation>Verifica di quali parti corrispondono alle tue parole…</translation>
    </message>
    <message>
        <source>No details to compare: it is blank, blurred or too small</source>
        <translation>Nessun dettaglio da confrontare: è vuota, sfocata o troppo piccola</translation>
    </message>
    <message>
        <source>{count} details to compare</source>
        <translation>{count} dettagli da confrontare</translation>
    </message>
    <message numerus="yes">
        <source>Word {number}: {share} of the weight of all shared words. It is in %Ln photo(s): idf {idf}.</source>
        <translation>
            <numerusform>Parola {number}: {share} del peso di tutte le parole comuni. È in %Ln foto: idf {idf}.</numerusform>
            <numerusform>Parola {number}: {share} del peso di tutte le parole comuni. È in %Ln foto: idf {idf}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for changes…</source>
        <translation>Ricerca delle modifiche…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln modifica</numerusform>
            <numerusform>%Ln modifiche</numerusform>
        </translation>
    </message>
    <message>
        <source>No change</source>
        <translation>Nessuna modifica</translation>
    </message>
    <message>
        <source>{shared} of {all} visual words are shared; the numbered ones have {share} of their weight</source>
        <translation>{shared} parole visive su {all} sono comuni; quelle numerate hanno {share} del loro peso</translation>
    </message>
    <message>
        <source>No visual words are shared</source>
        <translation>Nessuna parola visiva in comune</translation>
    </message>
    <message>
        <source>Open a library on another computer</source>
        <translation>Apri una libreria su un altro computer</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Indirizzo</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Apri</translation>
    </message>
    <message>
        <source>Address:</source>
        <translation>Indirizzo:</translation>
    </message>
    <message>
        <source>Token:</source>
        <translation>Token:</translation>
    </message>
    <message>
        <source>The service&apos;s administrator gives you both. The token is kept in a file that only you can read; leave it empty to use the previous one.</source>
        <translation>Entrambi te li dà l’amministratore del servizio. Il token è conservato in un file che solo tu puoi leggere; lascialo vuoto per usare il precedente.</translation>
    </message>
    <message>
        <source>Drop it on the search bar. This service doesn’t send original files to other programs.</source>
        <translation>Trascinala sulla barra di ricerca. Questo servizio non invia gli originali ad altri programmi.</translation>
    </message>
    <message>
        <source>The first {most} photos were copied. Export the others.</source>
        <translation>Le prime {most} foto sono state copiate. Esporta le altre.</translation>
    </message>
    <message>
        <source>Text in your picture can be read only for a library on this computer.</source>
        <translation>Il testo della tua immagine si legge solo se la libreria è su questo computer.</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Cerca un comando</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Scrivi che cosa vuoi fare</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Comandi</translation>
    </message>
    <message>
        <source>No command fits.</source>
        <translation>Nessun comando corrisponde.</translation>
    </message>
    <message>
        <source>Drop or paste a picture to find its photos, or type what they show. Nothing leaves this computer.</source>
        <translation>Trascina o incolla un’immagine per trovarne le foto, o scrivi che cosa mostrano. Nulla lascia questo computer.</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Per esempio</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Di nuovo</translation>
    </message>
    <message>
        <source>Search for {words}</source>
        <translation>Cerca {words}</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rosso</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Giallo</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Verde</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blu</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Viola</translation>
    </message>
    <message>
        <source>Picked</source>
        <translation>Scelte</translation>
    </message>
    <message>
        <source>Label: {label}</source>
        <translation>Etichetta: {label}</translation>
    </message>
    <message numerus="yes">
        <source>your decision about %Ln pair(s)</source>
        <translation>
            <numerusform>la tua decisione su %Ln coppia</numerusform>
            <numerusform>la tua decisione su %Ln coppie</numerusform>
        </translation>
    </message>
    <message>
        <source>{photos} · frees {size}</source>
        <translation>{photos} · libera {size}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln to go</source>
        <translation>
            <numerusform>%Ln da cestinare</numerusform>
            <numerusform>%Ln da cestinare</numerusform>
        </translation>
    </message>
    <message>
        <source>All stay</source>
        <translation>Restano tutte</translation>
    </message>
    <message>
        <source>{judged} of {all} judged</source>
        <translation>{judged} di {all} giudicate</translation>
    </message>
    <message>
        <source>Groups of duplicates</source>
        <translation>Gruppi di doppioni</translation>
    </message>
    <message>
        <source>Enter or a double click shows the pairs of a group large.</source>
        <translation>Invio o un doppio clic mostra in grande le coppie di un gruppo.</translation>
    </message>
    <message>
        <source>Draw a circle to search in (Shift and a drag does it too)</source>
        <translation>Traccia un cerchio in cui cercare (anche con Maiusc)</translation>
    </message>
    <message>
        <source>Show these photos</source>
        <translation>Mostra queste foto</translation>
    </message>
    <message>
        <source>Put in the middle</source>
        <translation>Metti al centro</translation>
    </message>
    <message>
        <source>Gives the selected photos the position in the middle of the map</source>
        <translation>Dà alle foto selezionate la posizione al centro della mappa</translation>
    </message>
    <message>
        <source>Drag photos onto the map to say where they were taken.</source>
        <translation>Trascina le foto sulla mappa per indicare dove sono state scattate.</translation>
    </message>
    <message>
        <source>None of these photos says where it was taken.</source>
        <translation>Nessuna di queste foto dice dove è stata scattata.</translation>
    </message>
    <message>
        <source>No photo for the map</source>
        <translation>Nessuna foto per la mappa</translation>
    </message>
    <message>
        <source>{photos} in view</source>
        <translation>{photos} in vista</translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a position</source>
        <translation>
            <numerusform>%Ln senza posizione</numerusform>
            <numerusform>%Ln senza posizione</numerusform>
        </translation>
    </message>
    <message>
        <source>The program looks for faces in your photos and puts like ones together, on this computer alone; you give the names. What it stores is in this library and in your backups of it. You can erase all of it at any time.</source>
        <translation>Il programma cerca i volti nelle foto e raggruppa quelli simili, solo su questo computer; i nomi li dai tu. Ciò che salva è in questa libreria e nei tuoi backup. Puoi cancellare tutto in qualsiasi momento.</translation>
    </message>
    <message>
        <source>Name the selected person; Enter confirms</source>
        <translation>Dai un nome alla persona scelta; Invio conferma</translation>
    </message>
    <message>
        <source>Somebody is called {name} already. Is it the same person?</source>
        <translation>Qualcuno si chiama già {name}. È la stessa persona?</translation>
    </message>
    <message>
        <source>Same person</source>
        <translation>Stessa persona</translation>
    </message>
    <message>
        <source>Somebody else</source>
        <translation>Un’altra persona</translation>
    </message>
    <message>
        <source>Another person of the same name</source>
        <translation>Un’altra persona con lo stesso nome</translation>
    </message>
    <message>
        <source>Make one person of the selected ones</source>
        <translation>Unisci le persone scelte in una</translation>
    </message>
    <message>
        <source>Not this person</source>
        <translation>Non è questa persona</translation>
    </message>
    <message>
        <source>Take the selected faces out</source>
        <translation>Togli i volti scelti</translation>
    </message>
    <message>
        <source>Show photos</source>
        <translation>Mostra le foto</translation>
    </message>
    <message>
        <source>Search for the photos of this person</source>
        <translation>Cerca le foto di questa persona</translation>
    </message>
    <message>
        <source>Use as cover</source>
        <translation>Come copertina</translation>
    </message>
    <message>
        <source>Show the person by the selected face</source>
        <translation>Mostra la persona con il volto scelto</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Nascondi</translation>
    </message>
    <message>
        <source>Leave the selected ones out, or show them again</source>
        <translation>Tralascia le persone scelte o mostrale di nuovo</translation>
    </message>
    <message>
        <source>Show hidden people</source>
        <translation>Mostra le persone nascoste</translation>
    </message>
    <message>
        <source>Save names…</source>
        <translation>Salva i nomi…</translation>
    </message>
    <message>
        <source>Save names and the places of faces to XMP sidecar files</source>
        <translation>Salva i nomi e la posizione dei volti nei file collaterali XMP</translation>
    </message>
    <message>
        <source>Erase…</source>
        <translation>Cancella…</translation>
    </message>
    <message>
        <source>Remove every face and name from this library for good</source>
        <translation>Rimuovi per sempre tutti i volti e i nomi da questa libreria</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Sì</translation>
    </message>
    <message>
        <source>No</source>
        <translation>No</translation>
    </message>
    <message>
        <source>Face {at} of {total}</source>
        <translation>Volto {at} di {total}</translation>
    </message>
    <message>
        <source>Is this {name}?</source>
        <translation>È {name}?</translation>
    </message>
    <message>
        <source>Without a name</source>
        <translation>Senza nome</translation>
    </message>
    <message numerus="yes">
        <source>%Ln face(s)</source>
        <translation>
            <numerusform>%Ln volto</numerusform>
            <numerusform>%Ln volti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln named</source>
        <comment>people</comment>
        <translation>
            <numerusform>%Ln con un nome</numerusform>
            <numerusform>%Ln con un nome</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a face, and type the name.</source>
        <translation>Seleziona un volto e scrivi il nome.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) still to look through</source>
        <translation>
            <numerusform>%Ln foto ancora da esaminare</numerusform>
            <numerusform>%Ln foto ancora da esaminare</numerusform>
        </translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>Attiva</translation>
    </message>
    <message>
        <source>Who is in your photos?</source>
        <translation>Chi c&apos;è nelle tue foto?</translation>
    </message>
    <message>
        <source>Photos are looked through in the background, while the computer has time.</source>
        <translation>Le foto vengono esaminate in background, quando il computer ha tempo.</translation>
    </message>
    <message>
        <source>Looking for faces…</source>
        <translation>Ricerca dei volti…</translation>
    </message>
    <message>
        <source>No two photos show the same face.</source>
        <translation>Nessun volto compare in due foto.</translation>
    </message>
    <message>
        <source>Nobody yet</source>
        <translation>Ancora nessuno</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>Mostra di nuovo</translation>
    </message>
    <message>
        <source>{person}, hidden</source>
        <translation>{person}, nascosta</translation>
    </message>
    <message>
        <source>Comparing photos…</source>
        <translation>Confronto delle foto…</translation>
    </message>
    <message>
        <source>Save film</source>
        <translation>Salva filmato</translation>
    </message>
    <message>
        <source>Moving pictures (*.gif)</source>
        <translation>Immagini animate (*.gif)</translation>
    </message>
    <message>
        <source>Films (*.mp4)</source>
        <translation>Filmati (*.mp4)</translation>
    </message>
    <message>
        <source>Saving the film…</source>
        <translation>Salvataggio del filmato…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) of the same thing</source>
        <translation>
            <numerusform>%Ln valore dello stesso soggetto</numerusform>
            <numerusform>%Ln valori dello stesso soggetto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln offer(s) dismissed</source>
        <translation>
            <numerusform>%Ln proposta scartata</numerusform>
            <numerusform>%Ln proposte scartate</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) offered again</source>
        <translation>
            <numerusform>%Ln valore proposto di nuovo</numerusform>
            <numerusform>%Ln valori proposti di nuovo</numerusform>
        </translation>
    </message>
    <message>
        <source>Name the selected thing; Enter confirms</source>
        <translation>Dare un nome al soggetto selezionato; Invio conferma</translation>
    </message>
    <message>
        <source>Same thing</source>
        <translation>Stesso soggetto</translation>
    </message>
    <message>
        <source>Make one thing of the selected ones</source>
        <translation>Fare un solo soggetto di quelli selezionati</translation>
    </message>
    <message>
        <source>Show all photos of this thing</source>
        <translation>Mostrare tutte le foto di questo soggetto</translation>
    </message>
    <message>
        <source>Share details…</source>
        <translation>Condividi i dettagli…</translation>
    </message>
    <message>
        <source>Give photos the keywords, titles, captions and positions that others of the same thing have</source>
        <translation>Dare alle foto le parole chiave, i titoli, le didascalie e i luoghi di altre dello stesso soggetto</translation>
    </message>
    <message>
        <source>Through time</source>
        <translation>Nel tempo</translation>
    </message>
    <message>
        <source>Lay all photos of this thing over one another, by date</source>
        <translation>Sovrapponi tutte le foto di questo soggetto, per data</translation>
    </message>
    <message>
        <source>Photos compared</source>
        <translation>Foto confrontate</translation>
    </message>
    <message>
        <source>Look for new ones</source>
        <translation>Cercarne di nuovi</translation>
    </message>
    <message>
        <source>Compare the photos that were added since the last time</source>
        <translation>Confrontare le foto aggiunte dall’ultima volta</translation>
    </message>
    <message>
        <source>{done} of {total} photos compared</source>
        <translation>{done} foto su {total} confrontate</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s)</source>
        <translation>
            <numerusform>%Ln soggetto</numerusform>
            <numerusform>%Ln soggetti</numerusform>
        </translation>
    </message>
    <message>
        <source>The program compares your photos by what is stored in the library. You can keep working.</source>
        <translation>Il programma confronta le foto in base a ciò che è memorizzato nella libreria. Può continuare a lavorare.</translation>
    </message>
    <message>
        <source>No two photos show the same building, painting or object.</source>
        <translation>Non ci sono due foto che mostrino lo stesso edificio, dipinto od oggetto.</translation>
    </message>
    <message>
        <source>Nothing in common</source>
        <translation>Nulla in comune</translation>
    </message>
    <message>
        <source>Compare photos</source>
        <translation>Confronta le foto</translation>
    </message>
    <message>
        <source>The program can collect all photos of one building, painting or object. It takes about a minute for a thousand photos, and you can stop at any time. Name a thing once, and a search finds all its photos.</source>
        <translation>Il programma può raccogliere tutte le foto di un edificio, di un dipinto o di un oggetto. Serve circa un minuto per mille foto, e può fermarlo in qualsiasi momento. Dia un nome a un soggetto una volta, e una ricerca ne trova tutte le foto.</translation>
    </message>
    <message>
        <source>What do your photos have in common?</source>
        <translation>Che cosa hanno in comune le Sue foto?</translation>
    </message>
    <message>
        <source>Keyword “{value}”</source>
        <translation>Parola chiave «{value}»</translation>
    </message>
    <message>
        <source>Title “{value}”</source>
        <translation>Titolo «{value}»</translation>
    </message>
    <message>
        <source>Caption “{value}”</source>
        <translation>Didascalia «{value}»</translation>
    </message>
    <message>
        <source>Position {value}</source>
        <translation>Luogo {value}</translation>
    </message>
    <message numerus="yes">
        <source>to %Ln photo(s)</source>
        <translation>
            <numerusform>a %Ln foto</numerusform>
            <numerusform>a %Ln foto</numerusform>
        </translation>
    </message>
    <message>
        <source>from {file}</source>
        <translation>da {file}</translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln point(s) agree</source>
        <translation>
            <numerusform>almeno %Ln punto concorda</numerusform>
            <numerusform>almeno %Ln punti concordano</numerusform>
        </translation>
    </message>
    <message>
        <source>same file</source>
        <translation>stesso file</translation>
    </message>
    <message>
        <source>may be {distance} off</source>
        <translation>può essere sbagliato di {distance}</translation>
    </message>
    <message>
        <source>accuracy unknown</source>
        <translation>precisione sconosciuta</translation>
    </message>
    <message>
        <source>Details of the same thing</source>
        <translation>Dettagli dello stesso soggetto</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Accetta</translation>
    </message>
    <message>
        <source>Give the selected values to the photos</source>
        <translation>Dare alle foto i valori selezionati</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Scarta</translation>
    </message>
    <message>
        <source>Do not offer the selected values to these photos again</source>
        <translation>Non proporre più i valori selezionati a queste foto</translation>
    </message>
    <message>
        <source>Offer again</source>
        <translation>Proponi di nuovo</translation>
    </message>
    <message>
        <source>Dismissed</source>
        <translation>Scartati</translation>
    </message>
    <message>
        <source>Show the offers that you dismissed</source>
        <translation>Mostrare le proposte che ha scartato</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>Proposte</translation>
    </message>
    <message>
        <source>Looking for details to share…</source>
        <translation>Ricerca di dettagli da condividere…</translation>
    </message>
    <message>
        <source>Nothing dismissed</source>
        <translation>Nulla di scartato</translation>
    </message>
    <message>
        <source>Photos of a thing have the same keywords, titles, captions and positions.</source>
        <translation>Le foto di un soggetto hanno le stesse parole chiave, titoli, didascalie e luoghi.</translation>
    </message>
    <message>
        <source>Nothing to share</source>
        <translation>Niente da condividere</translation>
    </message>
    <message numerus="yes">
        <source>%Ln offer(s)</source>
        <translation>
            <numerusform>%Ln proposta</numerusform>
            <numerusform>%Ln proposte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>position of %Ln photo(s)</source>
        <translation>
            <numerusform>posizione di %Ln foto</numerusform>
            <numerusform>posizione di %Ln foto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) put on the map.</source>
        <translation>
            <numerusform>%Ln foto messa sulla mappa.</numerusform>
            <numerusform>%Ln foto messe sulla mappa.</numerusform>
        </translation>
    </message>
    <message>
        <source>Photo {number} of {count}</source>
        <translation>Foto {number} di {count}</translation>
    </message>
    <message>
        <source>Photos without a position</source>
        <translation>Foto senza posizione</translation>
    </message>
    <message>
        <source>Name a face</source>
        <translation>Dai un nome a un volto</translation>
    </message>
    <message>
        <source>Who is this?</source>
        <translation>Chi è?</translation>
    </message>
    <message>
        <source>Drag a frame around the face, or use arrows and Shift+arrows.</source>
        <translation>Trascina una cornice intorno al volto, o usa le frecce e Maiusc+frecce.</translation>
    </message>
    <message>
        <source>Next face</source>
        <translation>Volto successivo</translation>
    </message>
    <message>
        <source>Frame the next face that was found</source>
        <translation>Incornicia il prossimo volto trovato</translation>
    </message>
    <message>
        <source>A face that was found</source>
        <translation>Un volto trovato</translation>
    </message>
    <message>
        <source>A new face</source>
        <translation>Un volto nuovo</translation>
    </message>
    <message>
        <source>Inventory of a shelf</source>
        <translation>Inventario di uno scaffale</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>Scegli un’immagine…</translation>
    </message>
    <message>
        <source>Show photo</source>
        <translation>Mostra foto</translation>
    </message>
    <message>
        <source>Search with the selected photo</source>
        <translation>Cerca con la foto selezionata</translation>
    </message>
    <message>
        <source>Save table…</source>
        <translation>Salva tabella…</translation>
    </message>
    <message>
        <source>Save the items with their places as a table (CSV)</source>
        <translation>Salva gli oggetti con le loro posizioni in una tabella (CSV)</translation>
    </message>
    <message>
        <source>Items in the library</source>
        <translation>Oggetti nella libreria</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punti</translation>
    </message>
    <message>
        <source>Comparing the picture with the library…</source>
        <translation>Confronto dell’immagine con la libreria…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) in the library</source>
        <translation>
            <numerusform>%Ln oggetto nella libreria</numerusform>
            <numerusform>%Ln oggetti nella libreria</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop a picture of many things here, such as a shelf of films, books or bottles. The program lists those of which your library has a photo.</source>
        <translation>Trascini qui un’immagine di molte cose, ad esempio uno scaffale di film, libri o bottiglie. Il programma elenca quelle di cui la libreria ha una foto.</translation>
    </message>
    <message>
        <source>Use “{name}”</source>
        <translation>Usa «{name}»</translation>
    </message>
    <message>
        <source>Which of these are in your library?</source>
        <translation>Quali di queste sono nella Sua libreria?</translation>
    </message>
    <message>
        <source>Dates of the photos on the map</source>
        <translation>Date delle foto sulla mappa</translation>
    </message>
    <message>
        <source>All dates</source>
        <translation>Tutte le date</translation>
    </message>
    <message>
        <source>Drag over dates to see where you were; Esc shows all of them again</source>
        <translation>Trascina sulle date per vedere dov’eri; Esc le mostra di nuovo tutte</translation>
    </message>
    <message>
        <source>Save film…</source>
        <translation>Salva filmato…</translation>
    </message>
    <message>
        <source>Save all photos as a GIF or MP4</source>
        <translation>Salva tutte le foto come GIF o MP4</translation>
    </message>
    <message>
        <source>Photos by date</source>
        <translation>Foto per data</translation>
    </message>
    <message>
        <source>Aligning photos…</source>
        <translation>Allineamento delle foto…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) left out</source>
        <translation>
            <numerusform>%Ln foto esclusa</numerusform>
            <numerusform>%Ln foto escluse</numerusform>
        </translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Originale</translation>
    </message>
    <message>
        <source>Saved anew</source>
        <translation>Salvata di nuovo</translation>
    </message>
    <message>
        <source>Cropped and edited</source>
        <translation>Ritagliata e modificata</translation>
    </message>
    <message>
        <source>With something around it</source>
        <translation>Con qualcosa intorno</translation>
    </message>
    <message>
        <source>Photographed from a print or screen</source>
        <translation>Fotografata da una stampa o da uno schermo</translation>
    </message>
    <message>
        <source>Where the photo comes from</source>
        <translation>Da dove viene la foto</translation>
    </message>
    <message>
        <source>Photos that were made from one another</source>
        <translation>Foto ricavate l’una dall’altra</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Come</translation>
    </message>
    <message>
        <source>It takes some seconds.</source>
        <translation>Richiede alcuni secondi.</translation>
    </message>
    <message>
        <source>No other photo of the library was made from it, nor it from another.</source>
        <translation>Nessun’altra foto della libreria ne è stata ricavata, né essa da un’altra.</translation>
    </message>
    <message>
        <source>Nothing related</source>
        <translation>Nulla di collegato</translation>
    </message>
    <message>
        <source>Arranging photos…</source>
        <translation>Disposizione delle foto…</translation>
    </message>
    <message>
        <source>No photo can be searched by content yet.</source>
        <translation>Nessuna foto è ancora ricercabile per contenuto.</translation>
    </message>
    <message>
        <source>Groups with a name</source>
        <translation>Gruppi con un nome</translation>
    </message>
    <message>
        <source>Make an album of the chosen photos</source>
        <translation>Creare un album dalle foto scelte</translation>
    </message>
    <message>
        <source>Draw around photos to choose them (Shift and a drag does it too)</source>
        <translation>Circondare le foto per sceglierle (anche trascinando con Maiusc)</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppi</translation>
    </message>
    <message>
        <source>The program puts photos that look alike beside each other: {percent} % done. You can keep working.</source>
        <translation>Il programma mette vicine le foto che si somigliano: fatto il {percent} %. Può continuare a lavorare.</translation>
    </message>
    <message>
        <source>No similarity map</source>
        <translation>Nessuna mappa delle somiglianze</translation>
    </message>
    <message>
        <source>{photos} chosen</source>
        <translation>{photos} scelte</translation>
    </message>
</context>
</TS>
