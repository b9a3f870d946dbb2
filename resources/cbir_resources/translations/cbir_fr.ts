<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Close this notice</source>
        <translation>Fermer cet avis</translation>
    </message>
    <message>
        <source>Back to the results</source>
        <translation>Retour aux résultats</translation>
    </message>
    <message>
        <source>Previous photo</source>
        <translation>Photo précédente</translation>
    </message>
    <message>
        <source>Next photo</source>
        <translation>Photo suivante</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Réduire</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Agrandir</translation>
    </message>
    <message>
        <source>Fit to the window</source>
        <translation>Ajuster à la fenêtre</translation>
    </message>
    <message>
        <source>{section}: fold away</source>
        <translation>{section}&#xa0;: replier</translation>
    </message>
    <message>
        <source>{section}: unfold</source>
        <translation>{section}&#xa0;: déplier</translation>
    </message>
    <message>
        <source>Recycle Bin</source>
        <translation>Corbeille</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Corbeille</translation>
    </message>
    <message>
        <source>trash</source>
        <translation>corbeille</translation>
    </message>
    <message>
        <source>A part of it fits better than the whole photo.</source>
        <translation>Une partie convient mieux que la photo entière.</translation>
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
            <numerusform>%Ln point concorde</numerusform>
            <numerusform>%Ln points concordent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln byte(s)</source>
        <translation>
            <numerusform>%Ln octet</numerusform>
            <numerusform>%Ln octets</numerusform>
        </translation>
    </message>
    <message>
        <source>{size} KB</source>
        <translation>{size} Ko</translation>
    </message>
    <message>
        <source>{size} MB</source>
        <translation>{size} Mo</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} Go</translation>
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
            <numerusform>environ %Ln heure restante</numerusform>
            <numerusform>environ %Ln heures restantes</numerusform>
        </translation>
    </message>
    <message>
        <source>below {least}</source>
        <translation>moins de {least}</translation>
    </message>
    <message>
        <source>Its drive is not connected.</source>
        <translation>Son disque n’est pas connecté.</translation>
    </message>
    <message>
        <source>The file has moved, or its drive is disconnected.</source>
        <translation>Le fichier a été déplacé, ou son disque n’est pas connecté.</translation>
    </message>
    <message>
        <source>The library is on another computer. Its administrator can do this.</source>
        <translation>La bibliothèque est sur un autre ordinateur. Son administrateur peut le faire.</translation>
    </message>
    <message>
        <source>Your token or the service is read-only.</source>
        <translation>Votre jeton ou le service n’autorise que la lecture.</translation>
    </message>
    <message>
        <source>This service doesn’t send original files.</source>
        <translation>Ce service n’envoie pas d’originaux.</translation>
    </message>
    <message>
        <source>{width} × {height} px</source>
        <translation>{width} × {height} px</translation>
    </message>
    <message>
        <source>title</source>
        <translation>titre</translation>
    </message>
    <message>
        <source>headline</source>
        <translation>gros titre</translation>
    </message>
    <message>
        <source>caption</source>
        <translation>légende</translation>
    </message>
    <message>
        <source>creator</source>
        <translation>créateur</translation>
    </message>
    <message>
        <source>copyright</source>
        <translation>copyright</translation>
    </message>
    <message>
        <source>label</source>
        <translation>étiquette</translation>
    </message>
    <message>
        <source>people</source>
        <translation>personnes</translation>
    </message>
    <message>
        <source>keywords</source>
        <translation>mots-clés</translation>
    </message>
    <message>
        <source>date</source>
        <translation>date</translation>
    </message>
    <message>
        <source>position</source>
        <translation>position</translation>
    </message>
    <message>
        <source>place</source>
        <translation>lieu</translation>
    </message>
    <message>
        <source>stars</source>
        <translation>étoiles</translation>
    </message>
    <message>
        <source>pick flag</source>
        <translation>marqueur</translation>
    </message>
    <message>
        <source>albums</source>
        <translation>albums</translation>
    </message>
    <message>
        <source>judgements</source>
        <translation>avis sur des recherches</translation>
    </message>
    <message>
        <source>Comparing photos</source>
        <translation>Comparaison des photos</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) to the {trash} and free {size}?</source>
        <translation>
            <numerusform>Mettre %Ln photo à la {trash} et libérer {size}&#x202f;?</numerusform>
            <numerusform>Mettre %Ln photos à la {trash} et libérer {size}&#x202f;?</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to the {trash}</source>
        <translation>Mettre à la {trash}</translation>
    </message>
    <message numerus="yes">
        <source>And %Ln other(s).</source>
        <translation>
            <numerusform>Et %Ln autre.</numerusform>
            <numerusform>Et %Ln autres.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not all of them are copies: a shot of a burst is a photo of its own. You can get them back from there.</source>
        <translation>Tous ne sont pas des copies : une vue d’une rafale est une photo à part entière. Vous pouvez les récupérer de là.</translation>
    </message>
    <message>
        <source>A copy of each stays, with what you added to either. You can get them back from there.</source>
        <translation>Une copie de chacune reste, avec tout ce que vous avez ajouté à l’une ou à l’autre. Vous pouvez les récupérer là.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln last copy(s) stay unless you confirm them next.</source>
        <translation>
            <numerusform>%Ln dernière copie reste, sauf si vous la confirmez ensuite.</numerusform>
            <numerusform>%Ln dernières copies restent, sauf si vous les confirmez ensuite.</numerusform>
        </translation>
    </message>
    <message>
        <source>A copy of each stays outside this folder. You can get them back from there.</source>
        <translation>Une copie de chacune reste hors de ce dossier. Vous pouvez les récupérer de là.</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) in {folder} to the {trash} and free {size}?</source>
        <translation>
            <numerusform>Mettre %Ln photo de {folder} à la {trash} et libérer {size} ?</numerusform>
            <numerusform>Mettre %Ln photos de {folder} à la {trash} et libérer {size} ?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) would have no copy left.</source>
        <translation>
            <numerusform>Il ne resterait aucune copie de %Ln photo.</numerusform>
            <numerusform>Il ne resterait aucune copie de %Ln photos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Move the last copies too</source>
        <translation>Aussi les dernières copies</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Photos en double</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) moved to the {trash}. You can get them back from there.</source>
        <translation>
            <numerusform>%Ln photo mise à la {trash}. Vous pouvez l’y récupérer.</numerusform>
            <numerusform>%Ln photos mises à la {trash}. Vous pouvez les y récupérer.</numerusform>
        </translation>
    </message>
    <message>
        <source>Opening the library…</source>
        <translation>Ouverture de la bibliothèque…</translation>
    </message>
    <message>
        <source>The library is not open.</source>
        <translation>La bibliothèque n’est pas ouverte.</translation>
    </message>
    <message>
        <source>The library cannot be opened</source>
        <translation>Impossible d’ouvrir la bibliothèque</translation>
    </message>
    <message>
        <source>The search engine is not running.</source>
        <translation>Le moteur de recherche ne tourne pas.</translation>
    </message>
    <message>
        <source>The search engine is not running</source>
        <translation>Le moteur de recherche ne tourne pas</translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln photo(s)</source>
        <translation>
            <numerusform>Exporter %Ln photo</numerusform>
            <numerusform>Exporter %Ln photos</numerusform>
        </translation>
    </message>
    <message>
        <source>ZIP files (*.zip)</source>
        <translation>Fichiers ZIP (*.zip)</translation>
    </message>
    <message>
        <source>Wait until the previous photos are copied.</source>
        <translation>Attendez que les photos précédentes soient copiées.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) copied to the clipboard.</source>
        <translation>
            <numerusform>%Ln photo copiée dans le presse-papiers.</numerusform>
            <numerusform>%Ln photos copiées dans le presse-papiers.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{folder}” is in the library, which would add the copies too. Choose another folder.</source>
        <translation>« {folder} » est dans la bibliothèque, qui ajouterait aussi les copies. Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Choisir…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) not copied: the drive is not connected.</source>
        <translation>
            <numerusform>%Ln photo non copiée&#xa0;: le disque n’est pas connecté.</numerusform>
            <numerusform>%Ln photos non copiées&#xa0;: le disque n’est pas connecté.</numerusform>
        </translation>
    </message>
    <message>
        <source>Copying photos…</source>
        <translation>Copie des photos…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) copied to “{folder}”.</source>
        <translation>
            <numerusform>%Ln photo copiée dans «&#xa0;{folder}&#xa0;».</numerusform>
            <numerusform>%Ln photos copiées dans «&#xa0;{folder}&#xa0;».</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>Montrer le dossier</translation>
    </message>
    <message>
        <source>No program was found that opens “{file}”.</source>
        <translation>Aucun programme trouvé pour ouvrir «&#xa0;{file}&#xa0;».</translation>
    </message>
    <message>
        <source>The moment is at {time} of the video.</source>
        <translation>Le moment se trouve à {time} de la vidéo.</translation>
    </message>
    <message numerus="yes">
        <source>The first {most} of %Ln photo(s) were opened.</source>
        <translation>
            <numerusform>Les {most} premières de %Ln photo ont été ouvertes.</numerusform>
            <numerusform>Les {most} premières de %Ln photos ont été ouvertes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a library</source>
        <translation>Ouvrir une bibliothèque</translation>
    </message>
    <message>
        <source>Choose a folder for the new library</source>
        <translation>Choisir un dossier pour la nouvelle bibliothèque</translation>
    </message>
    <message>
        <source>Choose a backup</source>
        <translation>Choisir une sauvegarde</translation>
    </message>
    <message>
        <source>Backups (*.zip)</source>
        <translation>Sauvegardes (*.zip)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Choose a folder for the restored library</source>
        <translation>Choisir un dossier pour la bibliothèque restaurée</translation>
    </message>
    <message>
        <source>“{folder}” is not a library.</source>
        <translation>«&#xa0;{folder}&#xa0;» n’est pas une bibliothèque.</translation>
    </message>
    <message>
        <source>The window could not be opened.</source>
        <translation>La fenêtre n’a pas pu s’ouvrir.</translation>
    </message>
    <message>
        <source>“{folder}” cannot be used: {reason}.</source>
        <translation>«&#xa0;{folder}&#xa0;» est inutilisable&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>“{folder}” is not empty.</source>
        <translation>«&#xa0;{folder}&#xa0;» n’est pas vide.</translation>
    </message>
    <message>
        <source>Restoring the library…</source>
        <translation>Restauration de la bibliothèque…</translation>
    </message>
    <message>
        <source>The library could not be restored.</source>
        <translation>La bibliothèque n’a pas pu être restaurée.</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Créer</translation>
    </message>
    <message>
        <source>Stopped. The photos that were finished are kept.</source>
        <translation>Arrêté. Les photos terminées sont gardées.</translation>
    </message>
    <message numerus="yes">
        <source>The metadata of %Ln photo(s) was read again.</source>
        <translation>
            <numerusform>Les métadonnées de %Ln photo ont été relues.</numerusform>
            <numerusform>Les métadonnées de %Ln photos ont été relues.</numerusform>
        </translation>
    </message>
    <message>
        <source>Checking the library…</source>
        <translation>Vérification de la bibliothèque…</translation>
    </message>
    <message>
        <source>Back up the library</source>
        <translation>Sauvegarder la bibliothèque</translation>
    </message>
    <message>
        <source>Backing up the library…</source>
        <translation>Sauvegarde de la bibliothèque…</translation>
    </message>
    <message>
        <source>The library is backed up: “{file}”, {size}.</source>
        <translation>La bibliothèque est sauvegardée&#xa0;: «&#xa0;{file}&#xa0;», {size}.</translation>
    </message>
    <message>
        <source>Forgetting a folder…</source>
        <translation>Oubli d’un dossier…</translation>
    </message>
    <message>
        <source>forgetting “{folder}”</source>
        <translation>oubli de «&#xa0;{folder}&#xa0;»</translation>
    </message>
    <message numerus="yes">
        <source>“{folder}” was forgotten: %Ln photo(s) left the library.</source>
        <translation>
            <numerusform>«&#xa0;{folder}&#xa0;» est oublié&#xa0;: %Ln photo a quitté la bibliothèque.</numerusform>
            <numerusform>«&#xa0;{folder}&#xa0;» est oublié&#xa0;: %Ln photos ont quitté la bibliothèque.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add it again</source>
        <translation>Ajouter à nouveau</translation>
    </message>
    <message>
        <source>New visual words were learned from your photos and compared.</source>
        <translation>De nouveaux mots visuels ont été appris de vos photos et comparés.</translation>
    </message>
    <message>
        <source>Searches now use the new visual words.</source>
        <translation>Les recherches utilisent maintenant les nouveaux mots visuels.</translation>
    </message>
    <message>
        <source>Searches still use the old visual words.</source>
        <translation>Les recherches utilisent toujours les anciens mots visuels.</translation>
    </message>
    <message>
        <source>making an album</source>
        <translation>création d’un album</translation>
    </message>
    <message>
        <source>Saved as the album “{name}”.</source>
        <translation>Enregistré comme album «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>name of an album</source>
        <translation>nom d’un album</translation>
    </message>
    <message>
        <source>removing an album</source>
        <translation>retrait d’un album</translation>
    </message>
    <message>
        <source>The album “{name}” was removed. Its photos stay.</source>
        <translation>L’album «&#xa0;{name}&#xa0;» a été retiré. Ses photos restent.</translation>
    </message>
    <message>
        <source>putting an album back</source>
        <translation>remise d’un album</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new photo(s) in the album “{name}”.</source>
        <translation>
            <numerusform>%Ln nouvelle photo dans l’album «&#xa0;{name}&#xa0;».</numerusform>
            <numerusform>%Ln nouvelles photos dans l’album «&#xa0;{name}&#xa0;».</numerusform>
        </translation>
    </message>
    <message>
        <source>Open album</source>
        <translation>Ouvrir l’album</translation>
    </message>
    <message>
        <source>Add to album</source>
        <translation>Ajouter à un album</translation>
    </message>
    <message>
        <source>New album</source>
        <translation>Nouvel album</translation>
    </message>
    <message>
        <source>{photos} in the album “{name}”</source>
        <translation>{photos} dans l’album «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>{photos} not in the album “{name}”</source>
        <translation>{photos} hors de l’album «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Added to “{name}”: {photos}.</source>
        <translation>Ajout à «&#xa0;{name}&#xa0;»&#xa0;: {photos}.</translation>
    </message>
    <message>
        <source>Not in “{name}” any more: {photos}.</source>
        <translation>Hors de «&#xa0;{name}&#xa0;»&#xa0;: {photos}.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Undone: {what}.</source>
        <translation>Annulé : {what}.</translation>
    </message>
    <message>
        <source>Redone: {what}.</source>
        <translation>Rétabli : {what}.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) right</source>
        <translation>
            <numerusform>%Ln photo juste</numerusform>
            <numerusform>%Ln photos justes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln wrong</source>
        <translation>
            <numerusform>%Ln fausse</numerusform>
            <numerusform>%Ln fausses</numerusform>
        </translation>
    </message>
    <message>
        <source>For this search: {right}, {wrong}.</source>
        <translation>Pour cette recherche&#xa0;: {right}, {wrong}.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Mesurer</translation>
    </message>
    <message>
        <source>“{file}” now has its file’s own rating.</source>
        <translation>« {file} » a maintenant la note de son fichier.</translation>
    </message>
    <message>
        <source>“{file}” is rejected.</source>
        <translation>« {file} » est rejetée.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have their files’ own ratings.</source>
        <translation>
            <numerusform>%Ln photo a maintenant la note de son fichier.</numerusform>
            <numerusform>%Ln photos ont maintenant la note de leurs fichiers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) rejected.</source>
        <translation>
            <numerusform>%Ln photo rejetée.</numerusform>
            <numerusform>%Ln photos rejetées.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have no stars.</source>
        <translation>
            <numerusform>%Ln photo n’a plus d’étoile.</numerusform>
            <numerusform>%Ln photos n’ont plus d’étoile.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) now have {stars}.</source>
        <translation>
            <numerusform>%Ln photo a maintenant {stars}.</numerusform>
            <numerusform>%Ln photos ont maintenant {stars}.</numerusform>
        </translation>
    </message>
    <message>
        <source>No stars for “{file}”.</source>
        <translation>Aucune étoile pour « {file} ».</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) picked.</source>
        <translation>
            <numerusform>%Ln photo retenue.</numerusform>
            <numerusform>%Ln photos retenues.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is picked.</source>
        <translation>« {file} » est retenue.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) no longer flagged.</source>
        <translation>
            <numerusform>%Ln photo sans marqueur.</numerusform>
            <numerusform>%Ln photos sans marqueur.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is no longer flagged.</source>
        <translation>« {file} » n’a plus de marqueur.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a label.</source>
        <translation>
            <numerusform>%Ln photo sans étiquette.</numerusform>
            <numerusform>%Ln photos sans étiquette.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” has no label.</source>
        <translation>« {file} » n’a pas d’étiquette.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) labelled: {label}.</source>
        <translation>
            <numerusform>%Ln photo avec étiquette : {label}.</numerusform>
            <numerusform>%Ln photos avec étiquette : {label}.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is labelled: {label}.</source>
        <translation>Étiquette de « {file} » : {label}.</translation>
    </message>
    <message>
        <source>{stars} for “{file}”.</source>
        <translation>{stars} pour « {file} ».</translation>
    </message>
    <message>
        <source>Weights (*.safetensors *.pt *.pth *.bin)</source>
        <translation>Poids (*.safetensors *.pt *.pth *.bin)</translation>
    </message>
    <message>
        <source>The model is installed. Add a folder, and type what its photos show.</source>
        <translation>Le modèle est installé. Ajoutez un dossier, et écrivez ce que montrent ses photos.</translation>
    </message>
    <message>
        <source>Only whole photos are searched from now on.</source>
        <translation>Désormais, seules les photos entières sont cherchées.</translation>
    </message>
    <message>
        <source>Remove a model</source>
        <translation>Supprimer un modèle</translation>
    </message>
    <message>
        <source>Remove {model}?</source>
        <translation>Supprimer {model}&#x202f;?</translation>
    </message>
    <message>
        <source>It frees {size}. Sentences no longer find photos by what they show, unless another model is in use. You can install it again later.</source>
        <translation>Cela libère {size}. Les phrases ne trouvent plus les photos par leur contenu, sauf avec un autre modèle. Vous pourrez le réinstaller plus tard.</translation>
    </message>
    <message>
        <source>The model is installed and now reads your photos. Each can be found as soon as it is read.</source>
        <translation>Le modèle est installé et lit maintenant vos photos. Chacune peut être trouvée dès qu’elle est lue.</translation>
    </message>
    <message>
        <source>The parts of your photos are being read now. Each photo can be found by them as soon as it is read.</source>
        <translation>Les parties de vos photos sont en cours de lecture. Chaque photo peut être trouvée par elles dès qu’elle est lue.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Install a model</source>
        <translation>Installer un modèle</translation>
    </message>
    <message>
        <source>{model} may be used for research only.</source>
        <translation>{model} n’est permis que pour la recherche scientifique.</translation>
    </message>
    <message>
        <source>Its licence is {licence}. Install it if your use is research.</source>
        <translation>Sa licence est {licence}. Installez-le si vous faites de la recherche.</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>Installer</translation>
    </message>
    <message>
        <source>Choose a weights file</source>
        <translation>Choisir un fichier de poids</translation>
    </message>
    <message>
        <source>Choose a folder with a ready model</source>
        <translation>Choisir un dossier avec un modèle prêt</translation>
    </message>
    <message>
        <source>Looking for programs…</source>
        <translation>Recherche des programmes…</translation>
    </message>
    <message>
        <source>Another program…</source>
        <translation>Autre programme…</translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation>Choisir un programme</translation>
    </message>
    <message>
        <source>“{program}” could not be started.</source>
        <translation>«&#xa0;{program}&#xa0;» n’a pas pu être lancé.</translation>
    </message>
    <message>
        <source>change of the search</source>
        <translation>changement de la recherche</translation>
    </message>
    <message>
        <source>Add a picture to the search</source>
        <translation>Ajouter une image à la recherche</translation>
    </message>
    <message>
        <source>Open a picture to search with</source>
        <translation>Ouvrir l’image avec laquelle chercher</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>Images ({patterns})</translation>
    </message>
    <message>
        <source>Reading what is written in the picture…</source>
        <translation>Lecture du texte de l’image…</translation>
    </message>
    <message>
        <source>No words were found in this picture.</source>
        <translation>Aucun mot n’a été trouvé dans cette image.</translation>
    </message>
    <message>
        <source>Fetching the picture from {host}…</source>
        <translation>Chargement de l’image depuis {host}…</translation>
    </message>
    <message>
        <source>This picture is on the web. Fetch it from {host}?</source>
        <translation>Cette image est sur le web. La charger depuis {host}&#x202f;?</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Charger</translation>
    </message>
    <message numerus="yes">
        <source>{names}: folder(s). Add to the library?</source>
        <translation>
            <numerusform>{names} est un dossier. L’ajouter à la bibliothèque&#x202f;?</numerusform>
            <numerusform>{names} sont des dossiers. Les ajouter à la bibliothèque&#x202f;?</numerusform>
        </translation>
    </message>
    <message>
        <source>Add to the library</source>
        <translation>Ajouter à la bibliothèque</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>Remettre</translation>
    </message>
    <message>
        <source>From the screen</source>
        <translation>De l’écran</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Coller</translation>
    </message>
    <message>
        <source>Nothing was moved.</source>
        <translation>Rien n’a été déplacé.</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>Mettre à la corbeille</translation>
    </message>
    <message>
        <source>Move “{file}” to the {trash}?</source>
        <translation>Mettre «&#xa0;{file}&#xa0;» à la {trash}&#x202f;?</translation>
    </message>
    <message>
        <source>No photo is rejected. X rejects the selected photos.</source>
        <translation>Aucune photo n’est rejetée. X rejette les photos sélectionnées.</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photo(s) to the {trash}?</source>
        <translation>
            <numerusform>Mettre %Ln photo à la {trash}&#x202f;?</numerusform>
            <numerusform>Mettre %Ln photos à la {trash}&#x202f;?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moving %Ln photo(s) to the {trash}…</source>
        <translation>
            <numerusform>Mise à la {trash} de %Ln photo…</numerusform>
            <numerusform>Mise à la {trash} de %Ln photos…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>moving of %Ln photo(s) to the {trash}</source>
        <translation>
            <numerusform>mise à la {trash} de %Ln photo</numerusform>
            <numerusform>mise à la {trash} de %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bringing %Ln photo(s) back…</source>
        <translation>
            <numerusform>Récupération de %Ln photo…</numerusform>
            <numerusform>Récupération de %Ln photos…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) are back.</source>
        <translation>
            <numerusform>%Ln photo a été récupérée.</numerusform>
            <numerusform>%Ln photos ont été récupérées.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The file(s) go to the {trash} of your system, where you can get them back.</source>
        <translation>
            <numerusform>Le fichier va à la {trash} de votre système, où vous pouvez le récupérer.</numerusform>
            <numerusform>Les fichiers vont à la {trash} de votre système, où vous pouvez les récupérer.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}” is part of the same item and goes with it.</source>
        <translation>« {file} » en fait partie et part avec elle.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) of the same items go with them.</source>
        <translation>
            <numerusform>%Ln fichier qui en fait partie part avec.</numerusform>
            <numerusform>%Ln fichiers qui en font partie partent avec.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) stay where they are: their drives are not connected.</source>
        <translation>
            <numerusform>%Ln photo reste où elle est&#xa0;: son disque n’est pas connecté.</numerusform>
            <numerusform>%Ln photos restent où elles sont&#xa0;: leurs disques ne sont pas connectés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Identical files</source>
        <translation>Fichiers identiques</translation>
    </message>
    <message>
        <source>Same picture, other metadata or format</source>
        <translation>Même image, autres métadonnées ou autre format</translation>
    </message>
    <message>
        <source>Compressed again or resized</source>
        <translation>Recomprimée ou redimensionnée</translation>
    </message>
    <message>
        <source>Cropped</source>
        <translation>Recadrée</translation>
    </message>
    <message>
        <source>Turned</source>
        <translation>Tournée</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Retouchée</translation>
    </message>
    <message>
        <source>Two shots of one scene</source>
        <translation>Deux vues d’une scène</translation>
    </message>
    <message>
        <source>Two documents of one layout</source>
        <translation>Deux documents de même mise en page</translation>
    </message>
    <message>
        <source>They share a part</source>
        <translation>Elles ont une partie commune</translation>
    </message>
    <message>
        <source>light</source>
        <translation>lumière</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>couleur</translation>
    </message>
    <message>
        <source>a part of it</source>
        <translation>une partie</translation>
    </message>
    <message>
        <source>sharpness</source>
        <translation>netteté</translation>
    </message>
    <message>
        <source>border</source>
        <translation>bordure</translation>
    </message>
    <message>
        <source>mirrored</source>
        <translation>en miroir</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>pages</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>calques</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>images animées</translation>
    </message>
    <message>
        <source>video</source>
        <translation>vidéo</translation>
    </message>
    <message>
        <source>sound</source>
        <translation>son</translation>
    </message>
    <message>
        <source>transparency</source>
        <translation>transparence</translation>
    </message>
    <message>
        <source>depth map</source>
        <translation>carte de profondeur</translation>
    </message>
    <message>
        <source>HDR gain map</source>
        <translation>carte de gain HDR</translation>
    </message>
    <message>
        <source>portrait masks</source>
        <translation>masques de portrait</translation>
    </message>
    <message>
        <source>finer color steps</source>
        <translation>nuances plus fines</translation>
    </message>
    <message>
        <source>raw data</source>
        <translation>données brutes</translation>
    </message>
    <message>
        <source>original picture inside</source>
        <translation>image d’origine incluse</translation>
    </message>
    <message>
        <source>thermal data</source>
        <translation>données thermiques</translation>
    </message>
    <message>
        <source>more pictures inside</source>
        <translation>autres images incluses</translation>
    </message>
    <message>
        <source>appended data</source>
        <translation>données ajoutées</translation>
    </message>
    <message>
        <source>not cropped</source>
        <translation>non recadrée</translation>
    </message>
    <message>
        <source>the original</source>
        <translation>l’original</translation>
    </message>
    <message>
        <source>the older file</source>
        <translation>le fichier le plus ancien</translation>
    </message>
    <message>
        <source>more pixels</source>
        <translation>plus de pixels</translation>
    </message>
    <message>
        <source>not compressed</source>
        <translation>non comprimée</translation>
    </message>
    <message>
        <source>takes less space</source>
        <translation>prend moins de place</translation>
    </message>
    <message>
        <source>compressed less</source>
        <translation>moins comprimée</translation>
    </message>
    <message>
        <source>has the camera&apos;s data</source>
        <translation>a les données de l’appareil</translation>
    </message>
    <message>
        <source>has its raw file</source>
        <translation>a son fichier raw</translation>
    </message>
    <message>
        <source>has stars or keywords</source>
        <translation>a des étoiles ou mots-clés</translation>
    </message>
    <message>
        <source>has more metadata</source>
        <translation>a plus de métadonnées</translation>
    </message>
    <message>
        <source>its date was corrected</source>
        <translation>sa date a été corrigée</translation>
    </message>
    <message>
        <source>picked</source>
        <translation>retenue</translation>
    </message>
    <message>
        <source>not rejected, as the other is</source>
        <translation>non rejetée, contrairement à l’autre</translation>
    </message>
    <message>
        <source>differs in a part</source>
        <translation>diffère en partie</translation>
    </message>
    <message>
        <source>has more: {content}</source>
        <translation>contient en plus : {content}</translation>
    </message>
    <message>
        <source>{file} receives: {values}.</source>
        <translation>{file} reprend : {values}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln name(s) of this file</source>
        <translation>
            <numerusform>%Ln noms de ce fichier</numerusform>
            <numerusform>%Ln noms de ce fichier</numerusform>
        </translation>
    </message>
    <message>
        <source>Which duplicates are shown</source>
        <translation>Photos en double affichées</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Côte à côte</translation>
    </message>
    <message>
        <source>Wipe from one to the other</source>
        <translation>Balayer de l’une à l’autre</translation>
    </message>
    <message>
        <source>Blink: Space changes between the two</source>
        <translation>Clignoter&#xa0;: Espace alterne entre les deux</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Garder les deux</translation>
    </message>
    <message>
        <source>Not a duplicate</source>
        <translation>Pas en double</translation>
    </message>
    <message>
        <source>Copies in a folder…</source>
        <translation>Copies dans un dossier…</translation>
    </message>
    <message>
        <source>Move to the {trash}…</source>
        <translation>Mettre à la {trash}…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln copy(s) in {folder}, {size}</source>
        <translation>
            <numerusform>%Ln copie dans {folder}, {size}</numerusform>
            <numerusform>%Ln copies dans {folder}, {size}</numerusform>
        </translation>
    </message>
    <message>
        <source>No folder has copies of photos elsewhere.</source>
        <translation>Aucun dossier n’a de copies de photos d’ailleurs.</translation>
    </message>
    <message>
        <source>Identical files come first, then what was compared. You can use the window meanwhile.</source>
        <translation>Les fichiers identiques arrivent d’abord, puis ce qui est comparé. La fenêtre reste utilisable.</translation>
    </message>
    <message>
        <source>Looking for duplicates…</source>
        <translation>Recherche des photos en double…</translation>
    </message>
    <message>
        <source>All causes ({count})</source>
        <translation>Toutes les causes ({count})</translation>
    </message>
    <message>
        <source>Back to your photos</source>
        <translation>Retour à vos photos</translation>
    </message>
    <message>
        <source>No duplicates found</source>
        <translation>Aucune photo en double</translation>
    </message>
    <message>
        <source>Can’t look for duplicates</source>
        <translation>Impossible de chercher les photos en double</translation>
    </message>
    <message>
        <source>Left photo</source>
        <translation>Photo de gauche</translation>
    </message>
    <message>
        <source>Right photo</source>
        <translation>Photo de droite</translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln groupe</numerusform>
            <numerusform>%Ln groupes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s) to judge</source>
        <translation>
            <numerusform>%Ln paire à juger</numerusform>
            <numerusform>%Ln paires à juger</numerusform>
        </translation>
    </message>
    <message>
        <source>{done} of {total} pairs</source>
        <translation>{done} paires sur {total}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) to go, {size}</source>
        <translation>
            <numerusform>%Ln photo en moins, {size}</numerusform>
            <numerusform>%Ln photos en moins, {size}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Trash %Ln copy(s)</source>
        <translation>
            <numerusform>Jeter %Ln copie</numerusform>
            <numerusform>Jeter %Ln copies</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Tout garder</translation>
    </message>
    <message>
        <source>Not duplicates</source>
        <translation>Pas des doublons</translation>
    </message>
    <message>
        <source>Look at the pairs large before you choose.</source>
        <translation>Regardez les paires en grand avant de choisir.</translation>
    </message>
    <message>
        <source>Two separate photos: nothing is suggested.</source>
        <translation>Deux photos distinctes : aucune suggestion.</translation>
    </message>
    <message>
        <source>{file}: {reasons}</source>
        <translation>{file} : {reasons}</translation>
    </message>
    <message>
        <source>Look before you choose.</source>
        <translation>Comparez avant de choisir.</translation>
    </message>
    <message>
        <source>{size} freed</source>
        <translation>{size} libérés</translation>
    </message>
    <message>
        <source>How much of the left photo shows</source>
        <translation>Part visible de la photo de gauche</translation>
    </message>
    <message>
        <source>Difference: black areas are the same</source>
        <translation>Différence : les zones noires sont identiques</translation>
    </message>
    <message>
        <source>Copies, crops and edits of one photo appear here.</source>
        <translation>Les copies, recadrages et retouches d’une même photo apparaissent ici.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) cannot go now</source>
        <translation>
            <numerusform>%Ln photo ne peut pas partir maintenant</numerusform>
            <numerusform>%Ln photos ne peuvent pas partir maintenant</numerusform>
        </translation>
    </message>
    <message>
        <source>Trash the left one</source>
        <translation>Jeter celle de gauche</translation>
    </message>
    <message>
        <source>Trash the right one</source>
        <translation>Jeter celle de droite</translation>
    </message>
    <message>
        <source>{at} of {all}</source>
        <translation>{at} sur {all}</translation>
    </message>
    <message>
        <source>all judged</source>
        <translation>toutes jugées</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s) not compared yet</source>
        <translation>
            <numerusform>%Ln paire pas encore comparée</numerusform>
            <numerusform>%Ln paires pas encore comparées</numerusform>
        </translation>
    </message>
    <message>
        <source>You chose: {file} goes to the {trash}.</source>
        <translation>Votre choix&#xa0;: {file} va à la {trash}.</translation>
    </message>
    <message>
        <source>You chose: keep both.</source>
        <translation>Votre choix&#xa0;: garder les deux.</translation>
    </message>
    <message>
        <source>You chose: not a duplicate.</source>
        <translation>Votre choix : pas en double.</translation>
    </message>
    <message>
        <source>Keep {file}</source>
        <translation>Garder {file}</translation>
    </message>
    <message>
        <source>The search engine stopped before it could answer. It is starting again; please try once more.</source>
        <translation>Le moteur de recherche s’est arrêté avant de répondre. Il redémarre&#x202f;; veuillez réessayer.</translation>
    </message>
    <message>
        <source>The search engine stopped twice while it worked on this, so it was not asked a third time.</source>
        <translation>Le moteur de recherche s’est arrêté deux fois sur ce point et n’a pas été sollicité une troisième fois.</translation>
    </message>
    <message>
        <source>The search engine stopped unexpectedly. It is starting again.</source>
        <translation>Le moteur de recherche s’est arrêté. Il redémarre.</translation>
    </message>
    <message>
        <source>The search engine keeps stopping, so it was not started again. Your library is unharmed.</source>
        <translation>Le moteur de recherche s’arrête sans cesse et n’a pas été relancé. Votre bibliothèque est intacte.</translation>
    </message>
    <message>
        <source>A folder</source>
        <translation>Un dossier</translation>
    </message>
    <message>
        <source>A ZIP file</source>
        <translation>Un fichier ZIP</translation>
    </message>
    <message>
        <source>The clipboard</source>
        <translation>Le presse-papiers</translation>
    </message>
    <message>
        <source>File format</source>
        <translation>Format de fichier</translation>
    </message>
    <message>
        <source>{side} px</source>
        <translation>{side} px</translation>
    </message>
    <message>
        <source>Full size</source>
        <translation>Taille d’origine</translation>
    </message>
    <message>
        <source>Longer side</source>
        <translation>Grand côté</translation>
    </message>
    <message>
        <source>Choose, or type a number of pixels</source>
        <translation>Choisissez, ou tapez un nombre de pixels</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualité</translation>
    </message>
    <message>
        <source>Of JPEG and WebP: 92 shows no loss, 80 makes smaller files</source>
        <translation>De JPEG et WebP : 92 sans perte visible, 80 pour des fichiers plus petits</translation>
    </message>
    <message>
        <source>Say where the photos were taken</source>
        <translation>Indiquer le lieu de prise de vue</translation>
    </message>
    <message>
        <source>Keep the names of people</source>
        <translation>Garder les noms des personnes</translation>
    </message>
    <message>
        <source>Also among the keywords; titles and captions stay as they are</source>
        <translation>Aussi parmi les mots-clés ; les titres et légendes restent tels quels</translation>
    </message>
    <message>
        <source>Blur the faces of those who are not named</source>
        <translation>Flouter les visages sans nom</translation>
    </message>
    <message>
        <source>Name pattern</source>
        <translation>Modèle des noms</translation>
    </message>
    <message>
        <source>Placeholders are filled in: {name}, {date}, {number}, {folder}</source>
        <translation>Les champs sont remplis : {name}, {date}, {number}, {folder}</translation>
    </message>
    <message>
        <source>The longer side is {least} to {most} pixels.</source>
        <translation>Le grand côté a de {least} à {most} pixels.</translation>
    </message>
    <message>
        <source>“{wrong}” is not a placeholder. Use {places}.</source>
        <translation>« {wrong} » n’est pas un champ. Utilisez {places}.</translation>
    </message>
    <message>
        <source>Copies keep date, texts, keywords and marks. Their colors are sRGB.</source>
        <translation>Les copies gardent date, textes, mots-clés et marques. Leurs couleurs sont en sRGB.</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exporter vers</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Noms</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Vers</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>{name}, {date}, {number} and {folder}</source>
        <translation>{name}, {date}, {number} et {folder}</translation>
    </message>
    <message>
        <source>Example: {name}</source>
        <translation>Exemple&#xa0;: {name}</translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %Ln were not copied.</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Arrêté&#xa0;: %Ln n’a pas été copiée.</numerusform>
            <numerusform>Arrêté&#xa0;: %Ln n’ont pas été copiées.</numerusform>
        </translation>
    </message>
    <message>
        <source>It cannot be read now</source>
        <translation>Elle ne peut pas être lue maintenant</translation>
    </message>
    <message>
        <source>As they are</source>
        <translation>Tels quels</translation>
    </message>
    <message>
        <source>Remove this filter</source>
        <translation>Retirer ce filtre</translation>
    </message>
    <message>
        <source>Filter: {filter}</source>
        <translation>Filtre&#xa0;: {filter}</translation>
    </message>
    <message>
        <source>Enter: change. Delete: remove.</source>
        <translation>Entrée&#xa0;: changer. Suppr&#xa0;: retirer.</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Chercher</translation>
    </message>
    <message>
        <source>Find: {name}</source>
        <translation>Chercher&#xa0;: {name}</translation>
    </message>
    <message>
        <source>None in your photos</source>
        <translation>Aucun dans vos photos</translation>
    </message>
    <message>
        <source>A year, a month or a day: 2019, 2019-07 or 2019-07-14</source>
        <translation>Une année, un mois ou un jour&#xa0;: 2019, 2019-07 ou 2019-07-14</translation>
    </message>
    <message>
        <source>Not a date. Write 2019, 2019-07 or 2019-07-14.</source>
        <translation>Ce n’est pas une date. Écrivez 2019, 2019-07 ou 2019-07-14.</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Année</translation>
    </message>
    <message>
        <source>Any year</source>
        <translation>Toutes les années</translation>
    </message>
    <message>
        <source>Taken from</source>
        <translation>Prise à partir de</translation>
    </message>
    <message>
        <source>Taken until</source>
        <translation>Prise jusqu’à</translation>
    </message>
    <message>
        <source>Calendar</source>
        <translation>Calendrier</translation>
    </message>
    <message>
        <source>From</source>
        <translation>De</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>À</translation>
    </message>
    <message>
        <source>Any lens</source>
        <translation>Tous les objectifs</translation>
    </message>
    <message>
        <source>ISO</source>
        <translation>ISO</translation>
    </message>
    <message>
        <source>Any ISO</source>
        <translation>Toutes les sensibilités</translation>
    </message>
    <message>
        <source>A value or a range: 800 or 100..400</source>
        <translation>Une valeur ou une plage : 800 ou 100..400</translation>
    </message>
    <message>
        <source>Aperture</source>
        <translation>Ouverture</translation>
    </message>
    <message>
        <source>Any aperture</source>
        <translation>Toutes les ouvertures</translation>
    </message>
    <message>
        <source>A value or a range: 2.8 or &lt;4</source>
        <translation>Une valeur ou une plage : 2.8 ou &lt;4</translation>
    </message>
    <message>
        <source>Exposure time</source>
        <translation>Temps de pose</translation>
    </message>
    <message>
        <source>Any exposure time</source>
        <translation>Tous les temps de pose</translation>
    </message>
    <message>
        <source>A value or a range: 1/250 or &gt;1/60</source>
        <translation>Une valeur ou une plage : 1/250 ou &gt;1/60</translation>
    </message>
    <message>
        <source>Focal length</source>
        <translation>Focale</translation>
    </message>
    <message>
        <source>Any focal length</source>
        <translation>Toutes les focales</translation>
    </message>
    <message>
        <source>A value or a range: 50 or 24..70</source>
        <translation>Une valeur ou une plage : 50 ou 24..70</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Date</translation>
    </message>
    <message>
        <source>Save proof</source>
        <translation>Enregistrer la preuve</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Pages web (*.html)</translation>
    </message>
    <message>
        <source>Choose a picture of many items</source>
        <translation>Choisir une image de nombreux articles</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Enregistrer le tableau</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tableaux (*.csv)</translation>
    </message>
    <message>
        <source>{file} cannot be written: {reason}</source>
        <translation>Impossible d’écrire {file}&#x202f;: {reason}</translation>
    </message>
    <message>
        <source>Saved: {file}</source>
        <translation>Enregistré&#x202f;: {file}</translation>
    </message>
    <message>
        <source>Two pictures compared</source>
        <translation>Deux images comparées</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>Agreeing points</source>
        <translation>Points concordants</translation>
    </message>
    <message>
        <source>Right among hits like this</source>
        <translation>Justes parmi de tels résultats</translation>
    </message>
    <message>
        <source>Of your picture, in the photo</source>
        <translation>Part de votre image dans la photo</translation>
    </message>
    <message>
        <source>Of the photo, in your picture</source>
        <translation>Part de la photo dans votre image</translation>
    </message>
    <message>
        <source>Corners of your picture in the photo, in pixels</source>
        <translation>Coins de votre image dans la photo, en pixels</translation>
    </message>
    <message>
        <source>Transform from your picture to the photo</source>
        <translation>Transformation de votre image vers la photo</translation>
    </message>
    <message>
        <source>Median distance of the points from it, in pixels</source>
        <translation>Distance médiane des points à celle-ci, en pixels</translation>
    </message>
    <message>
        <source>Your picture is mirrored.</source>
        <translation>Votre image est inversée.</translation>
    </message>
    <message>
        <source>By chance</source>
        <translation>Par hasard</translation>
    </message>
    <message>
        <source>None of {pairs} pairs of photos of different things had {least} agreeing points. So fewer than 1 in {rare} such pairs has them, with 95 % certainty.</source>
        <translation>Sur {pairs} paires de photos de choses différentes, aucune n’avait {least} points concordants. Moins d’une paire sur {rare} en a donc autant, avec une certitude de 95 %.</translation>
    </message>
    <message>
        <source>Too few points agree to prove a match.</source>
        <translation>Trop peu de points concordent pour prouver une correspondance.</translation>
    </message>
    <message>
        <source>All agreeing points, in pixels: x and y in your picture, x and y in the photo</source>
        <translation>Tous les points concordants, en pixels&#x202f;: x et y dans votre image, x et y dans la photo</translation>
    </message>
    <message>
        <source>Made with cbir {version}, {date}</source>
        <translation>Créé avec cbir {version}, {date}</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Appareil</translation>
    </message>
    <message>
        <source>Stars</source>
        <translation>Étoiles</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Mot-clé</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forme</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>Color</source>
        <translation>Couleur</translation>
    </message>
    <message>
        <source>black</source>
        <translation>noir</translation>
    </message>
    <message>
        <source>white</source>
        <translation>blanc</translation>
    </message>
    <message>
        <source>gray</source>
        <translation>gris</translation>
    </message>
    <message>
        <source>red</source>
        <translation>rouge</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>orange</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>jaune</translation>
    </message>
    <message>
        <source>green</source>
        <translation>vert</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>bleu</translation>
    </message>
    <message>
        <source>purple</source>
        <translation>violet</translation>
    </message>
    <message>
        <source>pink</source>
        <translation>rose</translation>
    </message>
    <message>
        <source>brown</source>
        <translation>marron</translation>
    </message>
    <message>
        <source>Landscape</source>
        <translation>Paysage</translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation>Portrait</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>Carré</translation>
    </message>
    <message>
        <source>Keyword {name}</source>
        <translation>Mot-clé {name}</translation>
    </message>
    <message>
        <source>Person: {name}</source>
        <translation>Personne : {name}</translation>
    </message>
    <message>
        <source>Album: {name}</source>
        <translation>Album : {name}</translation>
    </message>
    <message>
        <source>Camera: {name}</source>
        <translation>Appareil : {name}</translation>
    </message>
    <message>
        <source>In {folder}</source>
        <translation>Dans {folder}</translation>
    </message>
    <message>
        <source>photos that show a color, such as red</source>
        <translation>photos qui montrent une couleur, comme red</translation>
    </message>
    <message>
        <source>taken near a town, such as Lisbon</source>
        <translation>prises près d’une ville, comme Lisbon</translation>
    </message>
    <message>
        <source>taken in a country or region, such as Norway</source>
        <translation>prises dans un pays ou une région, par exemple en Norvège</translation>
    </message>
    <message>
        <source>by a make or model of camera</source>
        <translation>par une marque ou un modèle d’appareil</translation>
    </message>
    <message>
        <source>by a lens</source>
        <translation>avec un objectif</translation>
    </message>
    <message>
        <source>taken in a year, a month or on a day</source>
        <translation>prises une année, un mois ou un jour</translation>
    </message>
    <message>
        <source>taken in a month of any year, such as 8</source>
        <translation>prises pendant un mois de n’importe quelle année, par exemple 8</translation>
    </message>
    <message>
        <source>taken then or later</source>
        <translation>prises à partir de cette date</translation>
    </message>
    <message>
        <source>taken before then</source>
        <translation>prises avant cette date</translation>
    </message>
    <message>
        <source>with stars, such as &gt;=3</source>
        <translation>avec des étoiles, comme &gt;=3</translation>
    </message>
    <message>
        <source>with a keyword</source>
        <translation>avec un mot-clé</translation>
    </message>
    <message>
        <source>with somebody of this name</source>
        <translation>avec quelqu’un de ce nom</translation>
    </message>
    <message>
        <source>in a folder of this name</source>
        <translation>dans un dossier de ce nom</translation>
    </message>
    <message>
        <source>in a file format, such as jpeg</source>
        <translation>dans un format de fichier, comme jpeg</translation>
    </message>
    <message>
        <source>at a sensitivity, such as &gt;=1600</source>
        <translation>à une sensibilité, comme &gt;=1600</translation>
    </message>
    <message>
        <source>at an f-number, such as &lt;2.8</source>
        <translation>à une ouverture, comme &lt;2.8</translation>
    </message>
    <message>
        <source>with an exposure time, such as 1/250</source>
        <translation>avec un temps de pose, comme 1/250</translation>
    </message>
    <message>
        <source>at a focal length in mm, such as 24..70</source>
        <translation>à une focale en mm, comme 24..70</translation>
    </message>
    <message>
        <source>upright, wide or square</source>
        <translation>verticales, horizontales ou carrées</translation>
    </message>
    <message>
        <source>of a size in megapixels, such as &gt;=12</source>
        <translation>d’une taille en mégapixels, comme &gt;=12</translation>
    </message>
    <message>
        <source>with a word in the file name</source>
        <translation>avec un mot dans le nom du fichier</translation>
    </message>
    <message>
        <source>with a word in the title or caption</source>
        <translation>avec un mot dans le titre ou la légende</translation>
    </message>
    <message>
        <source>with a word that is written in the photo</source>
        <translation>avec un mot écrit dans la photo</translation>
    </message>
    <message>
        <source>by a photographer</source>
        <translation>par un photographe</translation>
    </message>
    <message>
        <source>of a thing that you named</source>
        <translation>d’un motif que vous avez nommé</translation>
    </message>
    <message>
        <source>picked or rejected: pick, reject or none</source>
        <translation>retenues ou rejetées : pick, reject ou none</translation>
    </message>
    <message>
        <source>with a color label, such as red</source>
        <translation>avec une étiquette de couleur, comme red</translation>
    </message>
    <message>
        <source>with or without flash: yes or no</source>
        <translation>avec ou sans flash : yes ou no</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Suggestions</translation>
    </message>
    <message>
        <source>Search again: {text}</source>
        <translation>Chercher à nouveau : {text}</translation>
    </message>
    <message>
        <source>Color: {color}</source>
        <translation>Couleur : {color}</translation>
    </message>
    <message>
        <source>Keyword {word}</source>
        <translation>Mot-clé {word}</translation>
    </message>
    <message>
        <source>{size} megapixels or more</source>
        <translation>{size} mégapixels ou plus</translation>
    </message>
    <message>
        <source>Taken until {date}</source>
        <translation>Prise jusqu’au {date}</translation>
    </message>
    <message>
        <source>Taken from {date}</source>
        <translation>Prise à partir du {date}</translation>
    </message>
    <message>
        <source>Taken in {date}</source>
        <translation>Prise : {date}</translation>
    </message>
    <message>
        <source>Taken {first} – {last}</source>
        <translation>Du {first} au {last}</translation>
    </message>
    <message>
        <source>Near {place}</source>
        <translation>Près de {place}</translation>
    </message>
    <message>
        <source>Within {distance} of {place}</source>
        <translation>À moins de {distance} de {place}</translation>
    </message>
    <message>
        <source>ISO {value}</source>
        <translation>{value} ISO</translation>
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
        <translation>Moins de {value}</translation>
    </message>
    <message>
        <source>Up to {value}</source>
        <translation>Jusqu’à {value}</translation>
    </message>
    <message>
        <source>Above {value}</source>
        <translation>Plus de {value}</translation>
    </message>
    <message>
        <source>From {value}</source>
        <translation>À partir de {value}</translation>
    </message>
    <message>
        <source>Shorter than {value}</source>
        <translation>Plus court que {value}</translation>
    </message>
    <message>
        <source>Longer than {value}</source>
        <translation>Plus long que {value}</translation>
    </message>
    <message>
        <source>Not rejected</source>
        <translation>Non rejetées</translation>
    </message>
    <message>
        <source>No star</source>
        <translation>Aucune étoile</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Rejetée</translation>
    </message>
    <message>
        <source>{stars} or more</source>
        <translation>{stars} ou plus</translation>
    </message>
    <message>
        <source>Any place</source>
        <translation>Tous les lieux</translation>
    </message>
    <message>
        <source>A town, or 38.7,-9.1~5km</source>
        <translation>Une ville ou 38.7,-9.1~5km</translation>
    </message>
    <message>
        <source>Any folder</source>
        <translation>Tous les dossiers</translation>
    </message>
    <message>
        <source>Any camera</source>
        <translation>Tous les appareils</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Rate with a click or the keys 0 to 5</source>
        <translation>Notez d’un clic, ou avec les touches 0 à 5</translation>
    </message>
    <message>
        <source>Any rating</source>
        <translation>Toutes les notes</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Marqueur</translation>
    </message>
    <message>
        <source>Any flag</source>
        <translation>Tous les marqueurs</translation>
    </message>
    <message>
        <source>Any label</source>
        <translation>Toutes les étiquettes</translation>
    </message>
    <message>
        <source>Any keyword</source>
        <translation>Tous les mots-clés</translation>
    </message>
    <message>
        <source>Any format</source>
        <translation>Tous les formats</translation>
    </message>
    <message>
        <source>Orientation</source>
        <translation>Orientation</translation>
    </message>
    <message>
        <source>Any orientation</source>
        <translation>Toutes les orientations</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>Toutes les tailles</translation>
    </message>
    <message numerus="yes">
        <source>Counts cover the first %Ln result(s).</source>
        <translation>
            <numerusform>Les nombres valent pour le premier résultat.</numerusform>
            <numerusform>Les nombres valent pour les %Ln premiers résultats.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counts cover %Ln result(s).</source>
        <translation>
            <numerusform>Les nombres valent pour %Ln résultat.</numerusform>
            <numerusform>Les nombres valent pour %Ln résultats.</numerusform>
        </translation>
    </message>
    <message>
        <source>{size} MP or more</source>
        <translation>{size} MP ou plus</translation>
    </message>
    <message>
        <source>Add folders</source>
        <translation>Ajouter des dossiers</translation>
    </message>
    <message>
        <source>Folders to add</source>
        <translation>Dossiers à ajouter</translation>
    </message>
    <message>
        <source>Folders to leave out</source>
        <translation>Dossiers à exclure</translation>
    </message>
    <message>
        <source>Names to leave out</source>
        <translation>Noms à exclure</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>Choisir un autre dossier…</translation>
    </message>
    <message>
        <source>Leave out a folder…</source>
        <translation>Exclure un dossier…</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Ajouter</translation>
    </message>
    <message>
        <source>Your files stay where they are and are never changed.</source>
        <translation>Vos fichiers restent où ils sont et ne sont jamais modifiés.</translation>
    </message>
    <message>
        <source>Folders to add:</source>
        <translation>Dossiers à ajouter&#xa0;:</translation>
    </message>
    <message>
        <source>Folders in them to leave out:</source>
        <translation>Sous-dossiers à exclure :</translation>
    </message>
    <message>
        <source>Names to leave out, in all folders:</source>
        <translation>Noms à exclure, dans tous les dossiers&#xa0;:</translation>
    </message>
    <message>
        <source>Names of files or folders; * matches anything. Photos with such names are removed from the library.</source>
        <translation>Noms de fichiers ou de dossiers ; * remplace n’importe quoi. Les photos portant ces noms quittent la bibliothèque.</translation>
    </message>
    <message>
        <source>Choose a folder of photos</source>
        <translation>Choisir un dossier de photos</translation>
    </message>
    <message>
        <source>Choose a folder to leave out</source>
        <translation>Choisir un dossier à exclure</translation>
    </message>
    <message>
        <source>Remove the selected folders from the list</source>
        <translation>Retirer les dossiers sélectionnés de la liste</translation>
    </message>
    <message>
        <source>By a picture</source>
        <translation>Par une image</translation>
    </message>
    <message>
        <source>By content</source>
        <translation>Par le contenu</translation>
    </message>
    <message>
        <source>needs a model</source>
        <translation>demande un modèle</translation>
    </message>
    <message>
        <source>By name and metadata</source>
        <translation>Par le nom et les métadonnées</translation>
    </message>
    <message>
        <source>exact search on the graphics card</source>
        <translation>recherche exacte sur la carte graphique</translation>
    </message>
    <message>
        <source>FAISS index on the processor</source>
        <translation>index FAISS sur le processeur</translation>
    </message>
    <message>
        <source>exact search on the processor</source>
        <translation>recherche exacte sur le processeur</translation>
    </message>
    <message>
        <source>standard codebook</source>
        <translation>codebook fourni</translation>
    </message>
    <message>
        <source>words from your photos</source>
        <translation>mots tirés de vos photos</translation>
    </message>
    <message>
        <source>codebook “{name}”</source>
        <translation>codebook «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>{left} and {repaired}.</source>
        <translation>{left} et {repaired}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) were repaired</source>
        <translation>
            <numerusform>%Ln problème a été réparé</numerusform>
            <numerusform>%Ln problèmes ont été réparés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) to read again</source>
        <translation>
            <numerusform>%Ln photo à relire</numerusform>
            <numerusform>%Ln photos à relire</numerusform>
        </translation>
    </message>
    <message>
        <source>These photos were indexed by another codebook or an earlier version. They are found as before; “Scan for changes” brings them up to date.</source>
        <translation>Ces photos ont été indexées avec un autre codebook ou une version précédente. On les trouve comme avant&#x202f;; «&#xa0;Chercher les changements&#xa0;» les met à jour.</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothèque</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Folders of the library</source>
        <translation>Dossiers de la bibliothèque</translation>
    </message>
    <message>
        <source>Photos</source>
        <translation>Photos</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Forget…</source>
        <translation>Oublier…</translation>
    </message>
    <message>
        <source>Take the photos of the chosen folder out of the library; the files stay</source>
        <translation>Retirer les photos du dossier choisi de la bibliothèque&#x202f;; les fichiers restent</translation>
    </message>
    <message>
        <source>Scan for changes</source>
        <translation>Chercher les changements</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ajouter un dossier…</translation>
    </message>
    <message>
        <source>Ready to search</source>
        <translation>Prêtes à la recherche</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Entretien</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>Montrer…</translation>
    </message>
    <message>
        <source>Show the files that could not be read</source>
        <translation>Montrer les fichiers illisibles</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Try to read them again</source>
        <translation>Essayer à nouveau de les lire</translation>
    </message>
    <message>
        <source>Check…</source>
        <translation>Vérifier…</translation>
    </message>
    <message>
        <source>Check the library</source>
        <translation>Vérifier la bibliothèque</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Sauvegarder…</translation>
    </message>
    <message>
        <source>Learn from my photos…</source>
        <translation>Apprendre de mes photos…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Montrer</translation>
    </message>
    <message>
        <source>Show the library&apos;s folder in the file manager</source>
        <translation>Montrer le dossier de la bibliothèque dans le gestionnaire de fichiers</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>Non lus</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Santé</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Sauvegarde</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Emplacement</translation>
    </message>
    <message numerus="yes">
        <source>{photos} in %Ln folder(s)</source>
        <translation>
            <numerusform>{photos} dans %Ln dossier</numerusform>
            <numerusform>{photos} dans %Ln dossiers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln fichier illisible</numerusform>
            <numerusform>%Ln fichiers illisibles</numerusform>
        </translation>
    </message>
    <message>
        <source>Every file could be read.</source>
        <translation>Tous les fichiers ont été lus.</translation>
    </message>
    <message>
        <source>{size} + {small} thumbnails</source>
        <translation>{size} + {small} de miniatures</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>non connecté</translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln photo(s)</source>
        <translation>
            <numerusform>{some} sur %Ln photo</numerusform>
            <numerusform>{some} sur %Ln photos</numerusform>
        </translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modèles…</translation>
    </message>
    <message>
        <source>{words}, from the program</source>
        <translation>{words}, du programme</translation>
    </message>
    <message>
        <source>{words}, learned from your photos, {day}</source>
        <translation>{words}, appris de vos photos, {day}</translation>
    </message>
    <message>
        <source>{words}, learned from “{name}”</source>
        <translation>{words}, appris de «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Mots-clés</translation>
    </message>
    <message>
        <source>Add a folder of photos to the library</source>
        <translation>Ajouter un dossier de photos à la bibliothèque</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>All photos</source>
        <translation>Toutes les photos</translation>
    </message>
    <message>
        <source>All photos, newest first</source>
        <translation>Toutes les photos, les plus récentes d’abord</translation>
    </message>
    <message>
        <source>All photos, latest additions first</source>
        <translation>Toutes les photos, les dernières arrivées d’abord</translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation>Derniers ajouts</translation>
    </message>
    <message>
        <source>Who is in the photos</source>
        <translation>Qui est sur les photos</translation>
    </message>
    <message>
        <source>Things</source>
        <translation>Motifs</translation>
    </message>
    <message>
        <source>What several photos show</source>
        <translation>Ce que plusieurs photos montrent</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Carte</translation>
    </message>
    <message>
        <source>Where the photos were taken</source>
        <translation>Où les photos ont été prises</translation>
    </message>
    <message>
        <source>Similarity map</source>
        <translation>Carte des ressemblances</translation>
    </message>
    <message>
        <source>Photos beside those that look like them</source>
        <translation>Les photos à côté de celles qui leur ressemblent</translation>
    </message>
    <message>
        <source>Photos that belong together, and why</source>
        <translation>Les photos qui vont ensemble, et pourquoi</translation>
    </message>
    <message>
        <source>The folder cannot be reached now.</source>
        <translation>Le dossier n’est pas accessible pour l’instant.</translation>
    </message>
    <message>
        <source>Every file of the index is read and compared with its checksum. Damage is repaired where possible.</source>
        <translation>Chaque fichier de l’index est lu et comparé à sa somme de contrôle. Ce qui peut être réparé l’est.</translation>
    </message>
    <message>
        <source>Each photo&apos;s part of the index is compared with the catalog as well. This takes longer.</source>
        <translation>L’index de chaque photo est aussi comparé au catalogue. C’est plus long.</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Vérification</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Constats</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Quoi</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Que faire</translation>
    </message>
    <message>
        <source>Check thoroughly</source>
        <translation>Vérifier à fond</translation>
    </message>
    <message>
        <source>Reads what is missing from the index (F5)</source>
        <translation>Lit ce qui manque dans l’index (F5)</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) found and repaired</source>
        <translation>
            <numerusform>%Ln problème trouvé et réparé</numerusform>
            <numerusform>%Ln problèmes trouvés et réparés</numerusform>
        </translation>
    </message>
    <message>
        <source>This concerns only the index. Your photos are untouched.</source>
        <translation>Cela ne concerne que l’index. Vos photos restent intactes.</translation>
    </message>
    <message>
        <source>Read these files again, for example after installing a missing decoder</source>
        <translation>Relire ces fichiers, par exemple après l’installation d’un décodeur manquant</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>a problem</comment>
        <translation>À résoudre</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>Réparé</translation>
    </message>
    <message>
        <source>All is well</source>
        <translation>Tout va bien</translation>
    </message>
    <message>
        <source>Nothing is missing and nothing is damaged.</source>
        <translation>Rien ne manque et rien n’est endommagé.</translation>
    </message>
    <message>
        <source>There is nothing left to do.</source>
        <translation>Il n’y a plus rien à faire.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) left</source>
        <translation>
            <numerusform>%Ln problème reste</numerusform>
            <numerusform>%Ln problèmes restent</numerusform>
        </translation>
    </message>
    <message>
        <source>The library could not be checked</source>
        <translation>La bibliothèque n’a pas pu être vérifiée</translation>
    </message>
    <message>
        <source>Add it again to bring it back.</source>
        <translation>Ajoutez-le à nouveau pour le retrouver.</translation>
    </message>
    <message>
        <source>Its drive is not connected. Connect it before you add the folder again.</source>
        <translation>Son disque n’est pas connecté. Connectez-le avant d’ajouter à nouveau le dossier.</translation>
    </message>
    <message>
        <source>Forget this folder</source>
        <translation>Oublier ce dossier</translation>
    </message>
    <message>
        <source>Forget “{folder}”?</source>
        <translation>Oublier «&#xa0;{folder}&#xa0;»&#x202f;?</translation>
    </message>
    <message numerus="yes">
        <source>Its %Ln photo(s) leave the library and are no longer found. The files stay where they are.</source>
        <translation>
            <numerusform>%Ln photo quitte la bibliothèque et n’est plus trouvée. Le fichier reste où il est.</numerusform>
            <numerusform>%Ln photos quittent la bibliothèque et ne sont plus trouvées. Les fichiers restent où ils sont.</numerusform>
        </translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Oublier</translation>
    </message>
    <message>
        <source>Never checked</source>
        <translation>Jamais vérifiée</translation>
    </message>
    <message>
        <source>Never backed up</source>
        <translation>Jamais sauvegardée</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) are left</source>
        <translation>
            <numerusform>%Ln problème reste</numerusform>
            <numerusform>%Ln problèmes restent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) are left.</source>
        <translation>
            <numerusform>%Ln problème reste.</numerusform>
            <numerusform>%Ln problèmes restent.</numerusform>
        </translation>
    </message>
    <message>
        <source>All is well.</source>
        <translation>Tout va bien.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s) were repaired.</source>
        <translation>
            <numerusform>%Ln problème a été réparé.</numerusform>
            <numerusform>%Ln problèmes ont été réparés.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{file}”, {size}.</source>
        <translation>«&#xa0;{file}&#xa0;», {size}.</translation>
    </message>
    <message>
        <source>Albums</source>
        <translation>Albums</translation>
    </message>
    <message numerus="yes">
        <source>more than %Ln photo(s)</source>
        <translation>
            <numerusform>plus de %Ln photo</numerusform>
            <numerusform>plus de %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <comment>photos</comment>
        <translation>
            <numerusform>%Ln nouvelle</numerusform>
            <numerusform>%Ln nouvelles</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter: open. F2: rename. Delete: remove.</source>
        <translation>Entrée&#xa0;: ouvrir. F2&#xa0;: renommer. Suppr&#xa0;: supprimer.</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>Fichiers illisibles</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Raison</translation>
    </message>
    <message>
        <source>Copy the list</source>
        <translation>Copier la liste</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are not in the library. The files themselves were not touched.</source>
        <translation>
            <numerusform>%Ln fichier n’est pas dans la bibliothèque. Le fichier lui-même n’a pas été touché.</numerusform>
            <numerusform>%Ln fichiers ne sont pas dans la bibliothèque. Les fichiers eux-mêmes n’ont pas été touchés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Library state</source>
        <translation>État de la bibliothèque</translation>
    </message>
    <message>
        <source>Show the library</source>
        <translation>Montrer la bibliothèque</translation>
    </message>
    <message>
        <source>Progress of adding photos</source>
        <translation>Progression de l’ajout</translation>
    </message>
    <message>
        <source>Pause adding photos</source>
        <translation>Mettre l’ajout en pause</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Stop adding photos; what is finished is kept</source>
        <translation>Arrêter l’ajout&#x202f;; ce qui est terminé est gardé</translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s) not connected. Their photos can be found, but not opened.</source>
        <translation>
            <numerusform>%Ln dossier n’est pas connecté. Ses photos se trouvent, mais ne s’ouvrent pas.</numerusform>
            <numerusform>%Ln dossiers ne sont pas connectés. Leurs photos se trouvent, mais ne s’ouvrent pas.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{folder}” is not connected. Its photos can be found, but not opened.</source>
        <translation>« {folder} » n’est pas connecté. Ses photos se trouvent, mais ne s’ouvrent pas.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searchable</source>
        <translation>
            <numerusform>%Ln photo prête</numerusform>
            <numerusform>%Ln photos prêtes</numerusform>
        </translation>
    </message>
    <message>
        <source>No photos yet</source>
        <translation>Pas encore de photos</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read: show the list</source>
        <translation>
            <numerusform>%Ln fichier illisible&#xa0;: montrer la liste</numerusform>
            <numerusform>%Ln fichiers illisibles&#xa0;: montrer la liste</numerusform>
        </translation>
    </message>
    <message>
        <source>Adding photos is paused</source>
        <translation>L’ajout est en pause</translation>
    </message>
    <message>
        <source>Reading text is paused: {done} of {total}</source>
        <translation>Lecture du texte en pause : {done} sur {total}</translation>
    </message>
    <message>
        <source>Reading text: {done} of {total}</source>
        <translation>Lecture du texte&#xa0;: {done} sur {total}</translation>
    </message>
    <message>
        <source>Looking for faces is paused: {done} of {total}</source>
        <translation>Recherche de visages en pause : {done} sur {total}</translation>
    </message>
    <message>
        <source>Looking for faces: {done} of {total}</source>
        <translation>Recherche de visages : {done} sur {total}</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Arrêt…</translation>
    </message>
    <message numerus="yes">
        <source>Looking for photos… %Ln so far</source>
        <translation>
            <numerusform>Recherche de photos… %Ln jusqu’ici</numerusform>
            <numerusform>Recherche de photos… %Ln jusqu’ici</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for photos…</source>
        <translation>Recherche de photos…</translation>
    </message>
    <message>
        <source>Adding photos: {done} of {total}</source>
        <translation>Ajout des photos&#xa0;: {done} sur {total}</translation>
    </message>
    <message>
        <source>{photos} a second</source>
        <translation>{photos} par seconde</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>reste moins d’une minute</translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) left</source>
        <translation>
            <numerusform>reste %Ln minute</numerusform>
            <numerusform>reste %Ln minutes</numerusform>
        </translation>
    </message>
    <message>
        <source>{photos}, {ready} ready to search by content</source>
        <translation>{photos}, dont {ready} prêtes pour la recherche par contenu</translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln photo(s) searchable</source>
        <translation>
            <numerusform>{some} sur %Ln photo prête</numerusform>
            <numerusform>{some} sur %Ln photos prêtes</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a keyword</source>
        <translation>Ajouter un mot-clé</translation>
    </message>
    <message>
        <source>Add a keyword to the selected photos</source>
        <translation>Ajouter un mot-clé aux photos sélectionnées</translation>
    </message>
    <message>
        <source>Type a keyword and press Enter. Separate several with commas.</source>
        <translation>Écrivez un mot-clé et appuyez sur Entrée. Séparez-en plusieurs par des virgules.</translation>
    </message>
    <message>
        <source>Click to remove it</source>
        <translation>Cliquez pour le retirer</translation>
    </message>
    <message>
        <source>Keyword {keyword}: remove it</source>
        <translation>Mot-clé {keyword}&#xa0;: le retirer</translation>
    </message>
    <message numerus="yes">
        <source>Suits {some} of %Ln photo(s)</source>
        <translation>
            <numerusform>Correspond à {some} sur %Ln photo</numerusform>
            <numerusform>Correspond à {some} sur %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>keyword “{word}” on %Ln photo(s)</source>
        <translation>
            <numerusform>mot-clé «&#xa0;{word}&#xa0;» sur %Ln photo</numerusform>
            <numerusform>mot-clé «&#xa0;{word}&#xa0;» sur %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>label of %Ln photo(s)</source>
        <translation>
            <numerusform>étiquette de %Ln photo</numerusform>
            <numerusform>étiquette de %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>flag of %Ln photo(s)</source>
        <translation>
            <numerusform>marqueur de %Ln photo</numerusform>
            <numerusform>marqueur de %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rating of %Ln photo(s)</source>
        <translation>
            <numerusform>note de %Ln photo</numerusform>
            <numerusform>note de %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>For all %Ln photo(s) selected</source>
        <translation>
            <numerusform>Pour la photo sélectionnée</numerusform>
            <numerusform>Pour les %Ln photos sélectionnées</numerusform>
        </translation>
    </message>
    <message>
        <source>different ratings</source>
        <translation>notes différentes</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>rejetée</translation>
    </message>
    <message numerus="yes">
        <source>%Ln star(s)</source>
        <translation>
            <numerusform>%Ln étoile</numerusform>
            <numerusform>%Ln étoiles</numerusform>
        </translation>
    </message>
    <message>
        <source>Different ratings</source>
        <translation>Notes différentes</translation>
    </message>
    <message>
        <source>Suggestions: Alt and the digit add one</source>
        <translation>Suggestions&#xa0;: Alt et le chiffre en ajoute une</translation>
    </message>
    <message>
        <source>Click to add it</source>
        <translation>Cliquez pour l’ajouter</translation>
    </message>
    <message>
        <source>Add the keyword {keyword}</source>
        <translation>Ajouter le mot-clé {keyword}</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Normale</translation>
    </message>
    <message>
        <source>Only the same thing</source>
        <translation>Seulement le même sujet</translation>
    </message>
    <message>
        <source>Only the same thing, words by BM25</source>
        <translation>Seulement le même sujet, mots selon BM25</translation>
    </message>
    <message>
        <source>Only the same thing, words by tf-idf</source>
        <translation>Seulement le même sujet, mots selon tf-idf</translation>
    </message>
    <message>
        <source>Only by content</source>
        <translation>Seulement par le contenu</translation>
    </message>
    <message>
        <source>Only names and metadata</source>
        <translation>Seulement noms et métadonnées</translation>
    </message>
    <message>
        <source>A right photo comes first</source>
        <translation>Une photo juste vient en premier</translation>
    </message>
    <message>
        <source>Mark hits right or wrong while you search: Photo › For this search. Here your searches are repeated, and you see how often they find the right photos and whether another way finds more.</source>
        <translation>Marquez des résultats comme justes ou faux pendant vos recherches : Photo › Pour cette recherche. Vos recherches sont répétées ici, et vous voyez combien de fois elles trouvent les bonnes photos et si une autre méthode en trouve plus.</translation>
    </message>
    <message>
        <source>In the learned order</source>
        <translation>Dans l’ordre appris</translation>
    </message>
    <message>
        <source>Only the same thing, words by BM25, k1 = 2 (repeated words count more)</source>
        <translation>Seulement le même sujet, mots par BM25, k1 = 2 (les mots répétés comptent plus)</translation>
    </message>
    <message>
        <source>Only the same thing, words by BM25, b = 0 (rich photos are not held back)</source>
        <translation>Seulement le même sujet, mots par BM25, b = 0 (les photos riches ne sont pas freinées)</translation>
    </message>
    <message>
        <source>Searched again with the first hits (pseudo-feedback)</source>
        <translation>Recherche répétée avec les premiers résultats (pseudo-feedback)</translation>
    </message>
    <message>
        <source>Only the same thing, NNDR 0.7 (fewer matches)</source>
        <translation>Seulement la même chose, NNDR 0,7 (moins de correspondances)</translation>
    </message>
    <message>
        <source>Only the same thing, NNDR 0.9 (more matches)</source>
        <translation>Seulement la même chose, NNDR 0,9 (plus de correspondances)</translation>
    </message>
    <message>
        <source>Right photos among the first five</source>
        <translation>Bonnes photos parmi les cinq premières</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>Précision moyenne</translation>
    </message>
    <message>
        <source>nDCG of the first ten</source>
        <translation>nDCG des dix premières</translation>
    </message>
    <message>
        <source>same thing</source>
        <translation>même objet</translation>
    </message>
    <message>
        <source>names and metadata</source>
        <translation>noms et métadonnées</translation>
    </message>
    <message>
        <source>content</source>
        <translation>contenu</translation>
    </message>
    <message>
        <source>strength</source>
        <translation>force</translation>
    </message>
    <message>
        <source>Precision at each level of recall</source>
        <translation>Précision à chaque niveau de rappel</translation>
    </message>
    <message>
        <source>Way to &amp;search:</source>
        <translation>&amp;Façon de chercher&#xa0;:</translation>
    </message>
    <message>
        <source>Compare &amp;with:</source>
        <translation>Comparer &amp;avec&#xa0;:</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Progression de la mesure</translation>
    </message>
    <message>
        <source>&amp;Learn from judged hits</source>
        <translation>&amp;Apprendre des résultats jugés</translation>
    </message>
    <message>
        <source>Search in the learned &amp;order</source>
        <translation>Chercher dans l’&amp;ordre appris</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Chiffres</translation>
    </message>
    <message>
        <source>Model {model}, on a sample of the photos</source>
        <translation>Modèle {model}, sur un échantillon des photos</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Rien</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Recherche…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln search(es) with right photos.</source>
        <translation>
            <numerusform>%Ln recherche avec des photos justes.</numerusform>
            <numerusform>%Ln recherches avec des photos justes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Models ranked a sample of %Ln photo(s).</source>
        <translation>
            <numerusform>Les modèles ont classé un échantillon de %Ln photo.</numerusform>
            <numerusform>Les modèles ont classé un échantillon de %Ln photos.</numerusform>
        </translation>
    </message>
    <message>
        <source>The difference may be chance (p = {p}). More judged searches tell more.</source>
        <translation>La différence peut être due au hasard (p = {p}). Plus de recherches jugées en diront plus.</translation>
    </message>
    <message>
        <source>The second way is better, by more than chance (p = {p}).</source>
        <translation>La seconde façon est meilleure, et ce n’est pas le hasard (p = {p}).</translation>
    </message>
    <message>
        <source>The first way is better, by more than chance (p = {p}).</source>
        <translation>La première façon est meilleure, et ce n’est pas le hasard (p = {p}).</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Première</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Seconde</translation>
    </message>
    <message>
        <source>Judged hits can teach how much each way to search counts in this library.</source>
        <translation>Les résultats jugés peuvent apprendre combien compte chaque façon de chercher dans cette bibliothèque.</translation>
    </message>
    <message>
        <source>nDCG of the first ten on searches that did not teach it: {after} instead of {before} (p = {p}).</source>
        <translation>nDCG des dix premiers sur des recherches qui n’ont pas servi à apprendre : {after} au lieu de {before} (p = {p}).</translation>
    </message>
    <message>
        <source>That may be chance, so nothing changes. More judged searches tell more.</source>
        <translation>Cela peut être le hasard : rien ne change. Plus de recherches jugées en disent plus.</translation>
    </message>
    <message>
        <source>Weights: {weights}.</source>
        <translation>Poids : {weights}.</translation>
    </message>
    <message>
        <source>The photo comes first</source>
        <translation>La photo vient en premier</translation>
    </message>
    <message>
        <source>It is confirmed as the same</source>
        <translation>Elle est confirmée comme la même</translation>
    </message>
    <message>
        <source>Learns visual words from the details of your own photos. Meanwhile, searches use the present ones. Then altered copies of some photos are searched for with both, and you choose. Your photos, stars and keywords stay as they are.</source>
        <translation>Apprend des mots visuels à partir des détails de vos propres photos. Pendant ce temps, les recherches utilisent les mots actuels. Ensuite, des copies modifiées de quelques photos sont recherchées avec les deux, et vous choisissez. Vos photos, étoiles et mots-clés restent tels quels.</translation>
    </message>
    <message>
        <source>It comes first by visual words alone</source>
        <translation>Elle arrive en tête par les seuls mots visuels</translation>
    </message>
    <message>
        <source>Learn from my photos</source>
        <translation>Apprendre de mes photos</translation>
    </message>
    <message>
        <source>Progress of learning</source>
        <translation>Progression de l’apprentissage</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Avant et après</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Différence</translation>
    </message>
    <message>
        <source>Altered copies</source>
        <translation>Copies modifiées</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Avant</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Après</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Apprendre</translation>
    </message>
    <message>
        <source>Stops and removes what was learned; the present visual words stay</source>
        <translation>Arrête et supprime ce qui a été appris ; les mots visuels actuels restent</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message numerus="yes">
        <source>Takes about %Ln minute(s), plus the comparison, and {disk} of disk space ({free} free).</source>
        <translation>
            <numerusform>Prend environ %Ln minute, plus la comparaison, et {disk} d’espace disque ({free} libres).</numerusform>
            <numerusform>Prend environ %Ln minutes, plus la comparaison, et {disk} d’espace disque ({free} libres).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them gave a different result.</source>
        <translation>
            <numerusform>%Ln d’entre elles a donné un résultat différent.</numerusform>
            <numerusform>%Ln d’entre elles ont donné un résultat différent.</numerusform>
        </translation>
    </message>
    <message>
        <source>The difference may be chance: keep the old words.</source>
        <translation>La différence peut être due au hasard : gardez les anciens mots.</translation>
    </message>
    <message>
        <source>Keep the old words</source>
        <translation>Garder les anciens mots</translation>
    </message>
    <message>
        <source>Keep the new words</source>
        <translation>Garder les nouveaux mots</translation>
    </message>
    <message>
        <source>Learning from your photos…</source>
        <translation>Apprentissage à partir de vos photos…</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Un instant…</translation>
    </message>
    <message>
        <source>The new words find more</source>
        <translation>Les nouveaux mots trouvent plus</translation>
    </message>
    <message>
        <source>The new words do not find more</source>
        <translation>Les nouveaux mots ne trouvent pas plus</translation>
    </message>
    <message>
        <source>Learning is paused</source>
        <translation>L’apprentissage est en pause</translation>
    </message>
    <message>
        <source>Learn visual words from your photos</source>
        <translation>Apprendre des mots visuels de vos photos</translation>
    </message>
    <message numerus="yes">
        <source>{words} words from %Ln photo(s).</source>
        <translation>
            <numerusform>{words} mots de %Ln photo.</numerusform>
            <numerusform>{words} mots de %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) have them already.</source>
        <translation>
            <numerusform>%Ln photo les a déjà.</numerusform>
            <numerusform>%Ln photos les ont déjà.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln altered copies of {photos} photos were searched for.</source>
        <translation>
            <numerusform>%Ln copie modifiée de {photos} photos a été cherchée.</numerusform>
            <numerusform>%Ln copies modifiées de {photos} photos ont été cherchées.</numerusform>
        </translation>
    </message>
    <message>
        <source>More photos come first than chance explains: keep the new words.</source>
        <translation>Plus de photos viennent en premier que le hasard ne l’explique&#xa0;: gardez les nouveaux mots.</translation>
    </message>
    <message>
        <source>{low} to {high} points</source>
        <translation>{low} à {high} points</translation>
    </message>
    <message>
        <source>{share} %</source>
        <translation>{share}&#xa0;%</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valeur</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} à {high}</translation>
    </message>
    <message numerus="yes">
        <source>judgement of %Ln photo(s)</source>
        <translation>
            <numerusform>avis sur %Ln photo</numerusform>
            <numerusform>avis sur %Ln photos</numerusform>
        </translation>
    </message>
    <message>
        <source>Model for sentences</source>
        <translation>Modèle pour les phrases</translation>
    </message>
    <message>
        <source>Progress of the installation</source>
        <translation>Progression de l’installation</translation>
    </message>
    <message>
        <source>Other models…</source>
        <translation>Autres modèles…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>The downloaded part is kept, even if you close the program.</source>
        <translation>La partie téléchargée est conservée, même si vous fermez le programme.</translation>
    </message>
    <message>
        <source>The downloaded part is deleted.</source>
        <translation>La partie téléchargée est supprimée.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Pas maintenant</translation>
    </message>
    <message>
        <source>A larger model knows more than the built-in one. Install {model}:</source>
        <translation>Un plus grand modèle en sait plus que celui qui est intégré. Installez {model}&#xa0;:</translation>
    </message>
    <message>
        <source>To find photos by what they show, install {model}:</source>
        <translation>Pour trouver des photos par leur contenu, installez {model}&#xa0;:</translation>
    </message>
    <message>
        <source>For research only.</source>
        <translation>Réservé à la recherche scientifique.</translation>
    </message>
    <message>
        <source>It runs on this computer, and your photos stay here.</source>
        <translation>Il tourne sur cet ordinateur, et vos photos y restent.</translation>
    </message>
    <message>
        <source>{model} is paused: {progress}.</source>
        <translation>{model} est en pause&#xa0;: {progress}.</translation>
    </message>
    <message>
        <source>Installing {model}.</source>
        <translation>Installation de {model}.</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>Importer un modèle</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architecture</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importer</translation>
    </message>
    <message>
        <source>Which architecture are the weights in “{file}” for?</source>
        <translation>Pour quelle architecture sont les poids de «&#xa0;{file}&#xa0;»&#x202f;?</translation>
    </message>
    <message>
        <source>For research only: its licence forbids other use.</source>
        <translation>Réservé à la recherche scientifique : sa licence interdit tout autre usage.</translation>
    </message>
    <message>
        <source>Knows only the demo&apos;s pictures; not suited to photos.</source>
        <translation>Ne connaît que les images de la démo ; inadapté aux photos.</translation>
    </message>
    <message>
        <source>Knows common things and scenes. Install a larger model for more.</source>
        <translation>Connaît les choses et scènes courantes. Pour aller plus loin, installez un plus grand modèle.</translation>
    </message>
    <message>
        <source>Small built-in model</source>
        <translation>Petit modèle intégré</translation>
    </message>
    <message>
        <source>{size} to download</source>
        <translation>{size} à télécharger</translation>
    </message>
    <message>
        <source>Quality {stars}</source>
        <translation>Qualité {stars}</translation>
    </message>
    <message>
        <source>Speed {stars}</source>
        <translation>Vitesse {stars}</translation>
    </message>
    <message>
        <source>right photo first: {measured}</source>
        <translation>photo juste en premier&#xa0;: {measured}</translation>
    </message>
    <message>
        <source>{ms} ms a photo on two cores</source>
        <translation>{ms} ms par photo sur deux cœurs</translation>
    </message>
    <message>
        <source>{stars} of {most}</source>
        <translation>{stars} sur {most}</translation>
    </message>
    <message>
        <source>{size} on the disk</source>
        <translation>{size} sur le disque</translation>
    </message>
    <message>
        <source>about {minutes} min at 50 Mbit/s</source>
        <translation>environ {minutes} min à 50 Mbit/s</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Démarrage…</translation>
    </message>
    <message>
        <source>{step}: {done} of {total}</source>
        <translation>{step}&#xa0;: {done} sur {total}</translation>
    </message>
    <message>
        <source>{size} a second</source>
        <translation>{size} par seconde</translation>
    </message>
    <message>
        <source>{seconds} s left</source>
        <translation>reste {seconds} s</translation>
    </message>
    <message>
        <source>{minutes} min left</source>
        <translation>reste {minutes} min</translation>
    </message>
    <message>
        <source>{hours} h left</source>
        <translation>reste {hours} h</translation>
    </message>
    <message>
        <source>{done} of {total} downloaded</source>
        <translation>{done} sur {total} téléchargés</translation>
    </message>
    <message>
        <source>Estimating time and space…</source>
        <translation>Estimation du temps et de l’espace…</translation>
    </message>
    <message>
        <source>This needs a model.</source>
        <translation>Il faut pour cela un modèle.</translation>
    </message>
    <message numerus="yes">
        <source>The parts of %Ln photo(s) can be found.</source>
        <translation>
            <numerusform>Les parties de %Ln photo peuvent être trouvées.</numerusform>
            <numerusform>Les parties de %Ln photos peuvent être trouvées.</numerusform>
        </translation>
    </message>
    <message>
        <source>about {minutes} min</source>
        <translation>environ {minutes} min</translation>
    </message>
    <message>
        <source>about {hours} h</source>
        <translation>environ {hours} h</translation>
    </message>
    <message>
        <source>licence: {licence}</source>
        <translation>licence&#xa0;: {licence}</translation>
    </message>
    <message>
        <source>A model lets you type what a photo shows, such as “a red boat at dusk”. It runs on this computer, and no photo leaves it. Nothing is downloaded unless you ask for it here.</source>
        <translation>Avec un modèle, vous écrivez ce que montre une photo, par exemple «&#xa0;un bateau rouge au crépuscule&#xa0;». Il tourne sur cet ordinateur, et aucune photo ne le quitte. Rien n’est téléchargé sans que vous le demandiez ici.</translation>
    </message>
    <message>
        <source>Import a file…</source>
        <translation>Importer un fichier…</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>Importer un dossier…</translation>
    </message>
    <message>
        <source>A folder with ready ONNX towers and their tokenizer</source>
        <translation>Un dossier avec des tours ONNX prêtes et leur tokenizer</translation>
    </message>
    <message>
        <source>Learn my keywords</source>
        <translation>Apprendre mes mots-clés</translation>
    </message>
    <message>
        <source>Forget my keywords</source>
        <translation>Oublier mes mots-clés</translation>
    </message>
    <message>
        <source>Search parts of photos</source>
        <translation>Chercher dans les parties des photos</translation>
    </message>
    <message>
        <source>Its name in open_clip, which the publisher of the weights gives.</source>
        <translation>Son nom dans open_clip, indiqué par l’éditeur des poids.</translation>
    </message>
    <message>
        <source>A model can learn your people, pets and places by name, from the photos that have them as keywords.</source>
        <translation>Un modèle peut apprendre le nom de vos proches, de vos animaux et de vos lieux, grâce aux photos qui les ont comme mots-clés.</translation>
    </message>
    <message>
        <source>Also looks at nine parts of each photo, so you can find small things in it. The model then takes ten times as long to index.</source>
        <translation>Examine aussi neuf parties de chaque photo, pour que vous y trouviez de petites choses. Le modèle met alors dix fois plus de temps à indexer.</translation>
    </message>
    <message>
        <source>Weights on this computer, for use without a network</source>
        <translation>Des poids sur cet ordinateur, pour une machine sans réseau</translation>
    </message>
    <message>
        <source>No models available.</source>
        <translation>Aucun modèle disponible.</translation>
    </message>
    <message>
        <source>Loading the list of models…</source>
        <translation>Chargement de la liste des modèles…</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>utilisé</translation>
    </message>
    <message>
        <source>installed</source>
        <translation>installé</translation>
    </message>
    <message>
        <source>Use</source>
        <comment>a model</comment>
        <translation>Utiliser</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>Utiliser {model}</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Remove {model}</source>
        <translation>Supprimer {model}</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>recommandé</translation>
    </message>
    <message>
        <source>Install {model}</source>
        <translation>Installer {model}</translation>
    </message>
    <message>
        <source>Resume the download of {model}</source>
        <translation>Reprendre le téléchargement de {model}</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Abandonner</translation>
    </message>
    <message>
        <source>Delete what was downloaded of {model}</source>
        <translation>Supprimer ce qui est téléchargé de {model}</translation>
    </message>
    <message>
        <source>Learned from your photos: {keywords}.</source>
        <translation>Appris de vos photos&#xa0;: {keywords}.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Frame a part of this picture</source>
        <translation>Cadrer une partie de cette image</translation>
    </message>
    <message>
        <source>Remove from the search</source>
        <translation>Retirer de la recherche</translation>
    </message>
    <message>
        <source>More weight</source>
        <translation>Plus de poids</translation>
    </message>
    <message>
        <source>Less weight</source>
        <translation>Moins de poids</translation>
    </message>
    <message>
        <source>Photos with this</source>
        <translation>Photos avec ceci</translation>
    </message>
    <message>
        <source>Photos without this</source>
        <translation>Photos sans ceci</translation>
    </message>
    <message>
        <source>Change the words</source>
        <translation>Changer les mots</translation>
    </message>
    <message>
        <source>More like this</source>
        <translation>Plus de photos semblables</translation>
    </message>
    <message>
        <source>Search for its text, too</source>
        <translation>Chercher aussi son texte</translation>
    </message>
    <message>
        <source>Fewer like this</source>
        <translation>Moins de photos semblables</translation>
    </message>
    <message>
        <source>Not this</source>
        <translation>Pas ceci</translation>
    </message>
    <message>
        <source>Frame a part…</source>
        <translation>Cadrer une partie…</translation>
    </message>
    <message>
        <source>framed</source>
        <translation>cadrée</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>marquée</translation>
    </message>
    <message>
        <source>{chosen}. Click to change it.</source>
        <translation>{chosen}. Cliquez pour changer.</translation>
    </message>
    <message>
        <source>{chosen}: change it</source>
        <translation>{chosen}&#xa0;: changer</translation>
    </message>
    <message>
        <source>Space: menu. + −: more or fewer like this. Delete: remove.</source>
        <translation>Espace : menu. + − : plus ou moins de photos semblables. Suppr : supprimer.</translation>
    </message>
    <message>
        <source>Space: menu. + −: with or without. Up and down: weight. Enter: change the words. Delete: remove.</source>
        <translation>Espace&#xa0;: menu. + −&#xa0;: avec ou sans. Haut et bas&#xa0;: poids. Entrée&#xa0;: changer les mots. Suppr&#xa0;: retirer.</translation>
    </message>
    <message>
        <source>Space: menu. + −: like this or not. Up and down: weight. Enter: frame a part. Delete: remove.</source>
        <translation>Espace&#xa0;: menu. + −&#xa0;: comme ceci ou non. Haut et bas&#xa0;: poids. Entrée&#xa0;: cadrer. Suppr&#xa0;: retirer.</translation>
    </message>
    <message>
        <source>Fewer like the photo {name}</source>
        <translation>Moins comme la photo {name}</translation>
    </message>
    <message>
        <source>More like the photo {name}</source>
        <translation>Plus comme la photo {name}</translation>
    </message>
    <message>
        <source>Without the words {words}</source>
        <translation>Sans les mots {words}</translation>
    </message>
    <message>
        <source>With the words {words}</source>
        <translation>Avec les mots {words}</translation>
    </message>
    <message>
        <source>Without the picture {name}</source>
        <translation>Sans l’image {name}</translation>
    </message>
    <message>
        <source>With the picture {name}</source>
        <translation>Avec l’image {name}</translation>
    </message>
    <message>
        <source>What you dropped contains no picture.</source>
        <translation>Il n’y a pas d’image dans ce qui a été déposé.</translation>
    </message>
    <message>
        <source>There is no picture on the clipboard. Copy a picture or a picture file first.</source>
        <translation>Il n’y a pas d’image dans le presse-papiers. Copiez d’abord une image ou un fichier image.</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Image collée</translation>
    </message>
    <message>
        <source>Dropped picture</source>
        <translation>Image déposée</translation>
    </message>
    <message numerus="yes">
        <source>Searching with the first of %Ln picture(s).</source>
        <translation>
            <numerusform>Recherche avec la première de %Ln image.</numerusform>
            <numerusform>Recherche avec la première de %Ln images.</numerusform>
        </translation>
    </message>
    <message>
        <source>Frame a part of your picture</source>
        <translation>Cadrer une partie de votre image</translation>
    </message>
    <message>
        <source>Frame what to look for</source>
        <translation>Cadrer ce que vous cherchez</translation>
    </message>
    <message>
        <source>Drag a frame, or use arrows and Shift+arrows.</source>
        <translation>Tracez un cadre, ou utilisez les flèches et Maj+flèches.</translation>
    </message>
    <message>
        <source>Whole picture</source>
        <translation>Image entière</translation>
    </message>
    <message>
        <source>Search in frame</source>
        <translation>Chercher dans le cadre</translation>
    </message>
    <message>
        <source>forgetting the recent searches</source>
        <translation>oubli des recherches récentes</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>Recherches récentes</translation>
    </message>
    <message>
        <source>No searches yet</source>
        <translation>Aucune recherche pour l’instant</translation>
    </message>
    <message>
        <source>Forget the recent searches</source>
        <translation>Oublier les recherches récentes</translation>
    </message>
    <message>
        <source>Type words, or drop, paste or open a picture</source>
        <translation>Écrivez des mots, ou déposez, collez ou ouvrez une image</translation>
    </message>
    <message>
        <source>Add words or a picture</source>
        <translation>Ajoutez des mots ou une image</translation>
    </message>
    <message>
        <source>Words to search for</source>
        <translation>Mots à rechercher</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Recherche</translation>
    </message>
    <message>
        <source>Search with the picture on the clipboard</source>
        <translation>Rechercher avec l’image du presse-papiers</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtrer</translation>
    </message>
    <message>
        <source>Narrow the search by date, folder, camera and more</source>
        <translation>Limiter la recherche&#xa0;: date, dossier, appareil et plus</translation>
    </message>
    <message>
        <source>Add a filter</source>
        <translation>Ajouter un filtre</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Ouvrir…</translation>
    </message>
    <message>
        <source>Search with a picture file</source>
        <translation>Rechercher avec un fichier image</translation>
    </message>
    <message>
        <source>Remove all filters</source>
        <translation>Retirer tous les filtres</translation>
    </message>
    <message>
        <source>This search is an album</source>
        <translation>Cette recherche est un album</translation>
    </message>
    <message>
        <source>Drag over what to look for.   Arrows and Shift+arrows: by keyboard.   Enter: search.   Esc: leave.</source>
        <translation>Tracez autour de ce que vous cherchez.   Flèches et Maj+flèches : au clavier.   Entrée : rechercher.   Échap : quitter.</translation>
    </message>
    <message>
        <source>This desktop does not let programs see the screen. Take a screenshot with the desktop&apos;s own tool, often the key Print or Shift+Print, and paste it here.</source>
        <translation>Ce bureau ne laisse pas les programmes voir l’écran. Faites une capture avec son propre outil, souvent la touche Impr. écran ou Maj+Impr. écran, et collez-la ici.</translation>
    </message>
    <message>
        <source>The system does not let this program see the screen yet. Allow it in System Settings, Privacy &amp; Security, Screen Recording, and try again. Or copy a screenshot and paste it here.</source>
        <translation>Le système ne laisse pas encore ce programme voir l’écran. Autorisez-le dans Réglages Système, Confidentialité et sécurité, Enregistrement de l’écran, et réessayez. Ou copiez une capture d’écran et collez-la ici.</translation>
    </message>
    <message>
        <source>Frame a part of the screen</source>
        <translation>Cadrer une partie de l’écran</translation>
    </message>
    <message>
        <source>Only addresses that begin with https:// are fetched.</source>
        <translation>Seules les adresses qui commencent par https:// sont chargées.</translation>
    </message>
    <message>
        <source>This address is a web page. Open it, and drag or copy the picture itself.</source>
        <translation>Cette adresse est une page web. Ouvrez-la, et glissez ou copiez l’image elle-même.</translation>
    </message>
    <message>
        <source>There is no picture at this address.</source>
        <translation>Il n’y a pas d’image à cette adresse.</translation>
    </message>
    <message>
        <source>The picture is larger than {most} MB. Save it and open the file.</source>
        <translation>L’image dépasse {most} Mo. Enregistrez-la et ouvrez le fichier.</translation>
    </message>
    <message>
        <source>The picture could not be fetched: {reason}.</source>
        <translation>L’image n’a pas pu être chargée&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titre</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Légende</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Prise</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Objectif</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lieu</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Repris</translation>
    </message>
    <message>
        <source>{date} (file name)</source>
        <translation>{date} (nom du fichier)</translation>
    </message>
    <message>
        <source>{date} (file date)</source>
        <translation>{date} (date du fichier)</translation>
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
        <translation>{values} de {file}, dans la corbeille</translation>
    </message>
    <message numerus="yes">
        <source>Less likely (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Moins probables (%Ln)</numerusform>
            <numerusform>Moins probables (%Ln)</numerusform>
        </translation>
    </message>
    <message>
        <source>No date</source>
        <translation>Sans date</translation>
    </message>
    <message>
        <source>{town}, {day} {month} {year}</source>
        <translation>{town}, {day} {month} {year}</translation>
    </message>
    <message>
        <source>{town}, {first} to {last} {month} {year}</source>
        <translation>{town}, du {first} au {last} {month} {year}</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Search results as a list</source>
        <translation>Résultats en liste</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Résultats de la recherche</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Recherche en cours</translation>
    </message>
    <message>
        <source>Click to find similar photos too</source>
        <translation>Cliquez pour trouver aussi les photos semblables</translation>
    </message>
    <message>
        <source>Search everywhere</source>
        <translation>Chercher partout</translation>
    </message>
    <message>
        <source>Trash rejects…</source>
        <translation>Rejetées à la corbeille…</translation>
    </message>
    <message>
        <source>Fewer or more photos</source>
        <translation>Moins ou plus de photos</translation>
    </message>
    <message>
        <source>Left: only the surest photos. Right: less likely ones too.</source>
        <translation>À gauche&#xa0;: seulement les plus sûres. À droite&#xa0;: aussi les moins probables.</translation>
    </message>
    <message>
        <source>surest</source>
        <translation>sûres</translation>
    </message>
    <message>
        <source>more</source>
        <translation>plus</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>Ordre des résultats</translation>
    </message>
    <message>
        <source>{only}: find similar photos too</source>
        <translation>{only}&#xa0;: trouver aussi les photos semblables</translation>
    </message>
    <message>
        <source>Size of the thumbnails</source>
        <translation>Taille des miniatures</translation>
    </message>
    <message>
        <source>Can’t search with this picture</source>
        <translation>Impossible de chercher avec cette image</translation>
    </message>
    <message>
        <source>Can’t search for this</source>
        <translation>Impossible de chercher ceci</translation>
    </message>
    <message>
        <source>This takes a moment.</source>
        <translation>Cela prend un instant.</translation>
    </message>
    <message>
        <source>The library is on another computer. Photos are added there.</source>
        <translation>La bibliothèque se trouve sur un autre ordinateur. Les photos y sont ajoutées là-bas.</translation>
    </message>
    <message>
        <source>Choose or drop folders. Your files stay where they are and are never changed.</source>
        <translation>Choisissez des dossiers ou déposez-les ici. Vos fichiers restent à leur place et ne sont jamais modifiés.</translation>
    </message>
    <message>
        <source>Then drop or paste a picture to find the photos that show the same thing.</source>
        <translation>Déposez ou collez ensuite une image pour trouver les photos qui montrent la même chose.</translation>
    </message>
    <message>
        <source>Or type what you are looking for: what a photo shows, a name, a place, a date.</source>
        <translation>Ou écrivez ce que vous cherchez : ce que montre la photo, un nom, un lieu, une date.</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>Rien ne quitte cet ordinateur.</translation>
    </message>
    <message>
        <source>A larger model understands more of what you type.</source>
        <translation>Un plus grand modèle comprend mieux ce que vous écrivez.</translation>
    </message>
    <message>
        <source>Find a photo by a picture</source>
        <translation>Trouvez une photo avec une image</translation>
    </message>
    <message>
        <source>You can search as soon as the first photos are in.</source>
        <translation>Vous pourrez chercher dès que les premières photos seront là.</translation>
    </message>
    <message>
        <source>Adding your photos…</source>
        <translation>Ajout de vos photos…</translation>
    </message>
    <message>
        <source>Show all photos</source>
        <translation>Afficher toutes les photos</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln less likely photo(s)</source>
        <translation>
            <numerusform>Afficher %Ln photo moins probable</numerusform>
            <numerusform>Afficher %Ln photos moins probables</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a picture…</source>
        <translation>Ouvrir une image…</translation>
    </message>
    <message>
        <source>Choose folders…</source>
        <translation>Choisir des dossiers…</translation>
    </message>
    <message>
        <source>Add “{folder}”</source>
        <translation>Ajouter «&#xa0;{folder}&#xa0;»</translation>
    </message>
    <message>
        <source>Get a model ({size})…</source>
        <translation>Obtenir un modèle ({size})…</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>Les meilleures d’abord</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Les plus récentes d’abord</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Les plus anciennes d’abord</translation>
    </message>
    <message>
        <source>Name, A to Z</source>
        <translation>Nom, de A à Z</translation>
    </message>
    <message>
        <source>Name, Z to A</source>
        <translation>Nom, de Z à A</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>Les plus grandes d’abord</translation>
    </message>
    <message>
        <source>Smallest first</source>
        <translation>Les plus petites d’abord</translation>
    </message>
    <message>
        <source>Folder, A to Z</source>
        <translation>Dossier, de A à Z</translation>
    </message>
    <message>
        <source>Folder, Z to A</source>
        <translation>Dossier, de Z à A</translation>
    </message>
    <message>
        <source>Camera, A to Z</source>
        <translation>Appareil, de A à Z</translation>
    </message>
    <message>
        <source>Camera, Z to A</source>
        <translation>Appareil, de Z à A</translation>
    </message>
    <message>
        <source>Most stars first</source>
        <translation>Le plus d’étoiles d’abord</translation>
    </message>
    <message>
        <source>Fewest stars first</source>
        <translation>Le moins d’étoiles d’abord</translation>
    </message>
    <message numerus="yes">
        <source>Same picture (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Même image (%Ln)</numerusform>
            <numerusform>Même image (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Same thing (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Même sujet (%Ln)</numerusform>
            <numerusform>Même sujet (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shares a part (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Partie commune (%Ln)</numerusform>
            <numerusform>Partie commune (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Possibly (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Peut-être (%Ln)</numerusform>
            <numerusform>Peut-être (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looks similar (%Ln)</source>
        <comment>photos</comment>
        <translation>
            <numerusform>Semblables (%Ln)</numerusform>
            <numerusform>Semblables (%Ln)</numerusform>
        </translation>
    </message>
    <message>
        <source>Years and months</source>
        <translation>Années et mois</translation>
    </message>
    <message>
        <source>Looking for more photos of it…</source>
        <translation>Recherche d’autres photos du même sujet…</translation>
    </message>
    <message>
        <source>The library is still empty</source>
        <translation>La bibliothèque est encore vide</translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es)</source>
        <translation>
            <numerusform>%Ln résultat</numerusform>
            <numerusform>%Ln résultats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{photos}, %Ln new</source>
        <translation>
            <numerusform>{photos}, %Ln nouvelle</numerusform>
            <numerusform>{photos}, %Ln nouvelles</numerusform>
        </translation>
    </message>
    <message>
        <source>only the surest</source>
        <translation>seulement les plus sûres</translation>
    </message>
    <message>
        <source>less likely ones too</source>
        <translation>aussi les moins probables</translation>
    </message>
    <message>
        <source>No match found</source>
        <translation>Aucun résultat</translation>
    </message>
    <message>
        <source>No photos found</source>
        <translation>Aucune photo trouvée</translation>
    </message>
    <message>
        <source>No match found in “{folder}”</source>
        <translation>Aucun résultat dans «&#xa0;{folder}&#xa0;»</translation>
    </message>
    <message>
        <source>No photos found in “{folder}”</source>
        <translation>Aucune photo trouvée dans «&#xa0;{folder}&#xa0;»</translation>
    </message>
    <message>
        <source>No match found with these filters</source>
        <translation>Aucun résultat avec ces filtres</translation>
    </message>
    <message>
        <source>No photos found with these filters</source>
        <translation>Aucune photo trouvée avec ces filtres</translation>
    </message>
    <message>
        <source>{photos} in {time}</source>
        <translation>{photos} en {time}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searched, none looks like it.</source>
        <translation>
            <numerusform>%Ln photo parcourue, elle n’est pas semblable.</numerusform>
            <numerusform>%Ln photos parcourues, aucune n’est semblable.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) searched.</source>
        <translation>
            <numerusform>%Ln photo parcourue.</numerusform>
            <numerusform>%Ln photos parcourues.</numerusform>
        </translation>
    </message>
    <message>
        <source>Added by hand</source>
        <translation>Ajoutée à la main</translation>
    </message>
    <message>
        <source>Matches the filters</source>
        <translation>Répond aux filtres</translation>
    </message>
    <message>
        <source>Searching again with the matches…</source>
        <translation>Nouvelle recherche avec les résultats…</translation>
    </message>
    <message>
        <source>Headline</source>
        <translation>Gros titre</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Commentaire</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personnes</translation>
    </message>
    <message>
        <source>Save names to XMP sidecar files?</source>
        <translation>Enregistrer les noms dans des fichiers annexes XMP ?</translation>
    </message>
    <message>
        <source>Other programs then read who is where in a photo. Your photos are not changed. The names are in the files from then on, and stay there when faces are erased.</source>
        <translation>D’autres programmes lisent alors qui se trouve où dans une photo. Vos photos ne sont pas modifiées. Les noms sont désormais dans les fichiers et y restent quand les visages sont effacés.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message numerus="yes">
        <source>Names saved for %Ln photo(s).</source>
        <translation>
            <numerusform>Noms enregistrés pour %Ln photo.</numerusform>
            <numerusform>Noms enregistrés pour %Ln photos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Erase all faces and names?</source>
        <translation>Effacer tous les visages et tous les noms ?</translation>
    </message>
    <message>
        <source>Every face, name and correction is removed from this library for good. Backups that you made before keep theirs: delete them, or make new ones.</source>
        <translation>Tous les visages, noms et corrections sont supprimés définitivement de cette bibliothèque. Les sauvegardes faites auparavant gardent les leurs : supprimez-les ou faites-en de nouvelles.</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Effacer</translation>
    </message>
    <message>
        <source>Nobody in the library has a face like this.</source>
        <translation>Personne dans la bibliothèque n’a un tel visage.</translation>
    </message>
    <message>
        <source>face of {name}</source>
        <translation>visage de {name}</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Exposition</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Flash</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Montre</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Étiquette</translation>
    </message>
    <message>
        <source>Creator</source>
        <translation>Créateur</translation>
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
        <translation>{mm} mm en 24 × 36</translation>
    </message>
    <message>
        <source>{values}, set on the map</source>
        <translation>{values}, défini sur la carte</translation>
    </message>
    <message>
        <source>{values} from {file}, which shows the same thing</source>
        <translation>{values} de {file}, qui montre le même motif</translation>
    </message>
    <message>
        <source>Fired</source>
        <translation>Déclenché</translation>
    </message>
    <message>
        <source>Comparing more closely…</source>
        <translation>Comparaison plus poussée…</translation>
    </message>
    <message>
        <source>{photos} without {words}</source>
        <translation>{photos} sans {words}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) share(s) a part of it</source>
        <translation>
            <numerusform>%Ln photo en a une partie</numerusform>
            <numerusform>%Ln photos en ont une partie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible match(es)</source>
        <translation>
            <numerusform>%Ln résultat possible</numerusform>
            <numerusform>%Ln résultats possibles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln similar photo(s)</source>
        <translation>
            <numerusform>%Ln photo semblable</numerusform>
            <numerusform>%Ln photos semblables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln exact copy(ies)</source>
        <translation>
            <numerusform>%Ln copie exacte</numerusform>
            <numerusform>%Ln copies exactes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) with some of the words</source>
        <translation>
            <numerusform>%Ln photo avec certains des mots</numerusform>
            <numerusform>%Ln photos avec certains des mots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them by a closer comparison</source>
        <translation>
            <numerusform>dont %Ln par une comparaison plus poussée</numerusform>
            <numerusform>dont %Ln par une comparaison plus poussée</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them by searching again with the matches</source>
        <translation>
            <numerusform>dont %Ln par une nouvelle recherche avec les autres</numerusform>
            <numerusform>dont %Ln par une nouvelle recherche avec les autres</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them show the same thing as others</source>
        <translation>
            <numerusform>%Ln d’entre elles montre la même chose qu’une autre</numerusform>
            <numerusform>%Ln d’entre elles montrent la même chose que d’autres</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) without a date</source>
        <translation>
            <numerusform>%Ln photo sans date</numerusform>
            <numerusform>%Ln photos sans date</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows the same as {name}, which has the text</source>
        <translation>Montre la même chose que {name}, qui porte le texte</translation>
    </message>
    <message>
        <source>Has some of your words</source>
        <translation>Contient certains de vos mots</translation>
    </message>
    <message>
        <source>Found by name or metadata</source>
        <translation>Trouvée par le nom ou les métadonnées</translation>
    </message>
    <message>
        <source>Possibly the same</source>
        <translation>Peut-être le même</translation>
    </message>
    <message>
        <source>Found by content</source>
        <translation>Trouvée par son contenu</translation>
    </message>
    <message>
        <source>Possibly: its details are most like those of your picture</source>
        <translation>Peut-être : ses détails ressemblent le plus à ceux de votre image</translation>
    </message>
    <message>
        <source>Possibly: few points agree</source>
        <translation>Peut-être : peu de points concordent</translation>
    </message>
    <message>
        <source>Possibly: few points agree, and a closer comparison did not confirm them</source>
        <translation>Peut-être : peu de points concordent, et une comparaison plus poussée ne les a pas confirmés</translation>
    </message>
    <message numerus="yes">
        <source>{what}, by %Ln point(s)</source>
        <translation>
            <numerusform>{what}, d’après %Ln point</numerusform>
            <numerusform>{what}, d’après %Ln points</numerusform>
        </translation>
    </message>
    <message>
        <source>Very likely right</source>
        <translation>Très probablement juste</translation>
    </message>
    <message>
        <source>Probably right</source>
        <translation>Probablement juste</translation>
    </message>
    <message>
        <source>Uncertain</source>
        <translation>Incertain</translation>
    </message>
    <message>
        <source>Good fit</source>
        <translation>Convient bien</translation>
    </message>
    <message>
        <source>Fair fit</source>
        <translation>Convient en partie</translation>
    </message>
    <message>
        <source>Less likely</source>
        <translation>Moins probable</translation>
    </message>
    <message>
        <source>Found by way of {name}</source>
        <translation>Trouvée par l’intermédiaire de {name}</translation>
    </message>
    <message>
        <source>Marked by you</source>
        <translation>Marquée par vous</translation>
    </message>
    <message>
        <source>An exact copy</source>
        <translation>Copie exacte</translation>
    </message>
    <message>
        <source>Shares a small part, mirrored</source>
        <translation>Petite partie commune, en miroir</translation>
    </message>
    <message>
        <source>Shares a small part</source>
        <translation>Petite partie commune</translation>
    </message>
    <message>
        <source>Shares a part of it, mirrored</source>
        <translation>Partie commune, en miroir</translation>
    </message>
    <message>
        <source>Shares a part of it</source>
        <translation>Partie commune</translation>
    </message>
    <message>
        <source>The same picture, mirrored</source>
        <translation>La même image, en miroir</translation>
    </message>
    <message>
        <source>The same picture</source>
        <translation>La même image</translation>
    </message>
    <message>
        <source>The same thing, mirrored</source>
        <translation>Le même sujet, en miroir</translation>
    </message>
    <message>
        <source>The same thing</source>
        <translation>Le même sujet</translation>
    </message>
    <message>
        <source>Searched names and metadata.</source>
        <translation>Recherche dans les noms et métadonnées.</translation>
    </message>
    <message>
        <source>works</source>
        <translation>fonctionne</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>absent</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>ne fonctionne pas</translation>
    </message>
    <message>
        <source>Compiled loops</source>
        <translation>Boucles compilées</translation>
    </message>
    <message>
        <source>Camera raw</source>
        <translation>Raw d’appareil</translation>
    </message>
    <message>
        <source>Visual words</source>
        <translation>Mots visuels</translation>
    </message>
    <message>
        <source>Built-in model (ONNX Runtime)</source>
        <translation>Modèle intégré (ONNX Runtime)</translation>
    </message>
    <message>
        <source>Translations</source>
        <translation>Traductions</translation>
    </message>
    <message>
        <source>Window (Qt)</source>
        <translation>Fenêtre (Qt)</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivée</translation>
    </message>
    <message>
        <source>If there is one, it indexes photos and searches large libraries by content.</source>
        <translation>S’il y en a une, elle indexe les photos et cherche par le contenu dans les grandes bibliothèques.</translation>
    </message>
    <message>
        <source>Searches by content now run on the graphics card.</source>
        <translation>La recherche par le contenu s’exécute actuellement sur la carte graphique.</translation>
    </message>
    <message>
        <source>Searches by content now run on the processor.</source>
        <translation>La recherche par le contenu s’exécute actuellement sur le processeur.</translation>
    </message>
    <message>
        <source>Everything runs on the processor.</source>
        <translation>Tout s’exécute sur le processeur.</translation>
    </message>
    <message>
        <source>Takes effect when the current task ends.</source>
        <translation>Prend effet à la fin de la tâche en cours.</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Carte graphique</translation>
    </message>
    <message>
        <source>About cbir</source>
        <translation>À propos de cbir</translation>
    </message>
    <message>
        <source>Test this installation</source>
        <translation>Tester cette installation</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Version {version}</translation>
    </message>
    <message>
        <source>Find photos by a picture or by words. Everything happens on this computer.</source>
        <translation>Trouvez des photos avec une image ou des mots. Tout se passe sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Apache License 2.0. Qt and PySide6 are under the LGPL 3.</source>
        <translation>Licence Apache 2.0. Qt et PySide6 sont sous LGPL 3.</translation>
    </message>
    <message>
        <source>Names of towns: GeoNames (geonames.org), CC BY 4.0.</source>
        <translation>Noms de lieux : GeoNames (geonames.org), CC BY 4.0.</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Test en cours…</translation>
    </message>
    <message>
        <source>&amp;Open picture…</source>
        <translation>&amp;Ouvrir une image…</translation>
    </message>
    <message>
        <source>&amp;Add a picture to the search…</source>
        <translation>&amp;Ajouter une image à la recherche…</translation>
    </message>
    <message>
        <source>&amp;Paste picture</source>
        <translation>Co&amp;ller une image</translation>
    </message>
    <message>
        <source>Go to the searc&amp;h bar</source>
        <translation>Aller à la &amp;barre de recherche</translation>
    </message>
    <message>
        <source>&amp;Frame a part…</source>
        <translation>&amp;Cadrer une partie…</translation>
    </message>
    <message>
        <source>Frame a part of the s&amp;creen…</source>
        <translation>Cadrer une partie de l’&amp;écran…</translation>
    </message>
    <message>
        <source>Find &amp;mirrored pictures too</source>
        <translation>Trouver aussi les images en &amp;miroir</translation>
    </message>
    <message>
        <source>F&amp;ilter…</source>
        <translation>F&amp;iltrer…</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Rechercher</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>Reno&amp;mmer</translation>
    </message>
    <message>
        <source>Remo&amp;ve</source>
        <translation>&amp;Supprimer</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>Pa&amp;ramètres…</translation>
    </message>
    <message>
        <source>Previou&amp;s search</source>
        <translation>Recherche &amp;précédente</translation>
    </message>
    <message>
        <source>Ne&amp;xt search</source>
        <translation>Recherche sui&amp;vante</translation>
    </message>
    <message>
        <source>Recen&amp;t searches…</source>
        <translation>Recherches récen&amp;tes…</translation>
    </message>
    <message>
        <source>Search a&amp;gain</source>
        <translation>Rechercher à no&amp;uveau</translation>
    </message>
    <message>
        <source>Clea&amp;r the search</source>
        <translation>Vi&amp;der la recherche</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quitter</translation>
    </message>
    <message>
        <source>Library o&amp;verview…</source>
        <translation>&amp;Vue d’ensemble de la bibliothèque…</translation>
    </message>
    <message>
        <source>O&amp;pen library…</source>
        <translation>&amp;Ouvrir une bibliothèque…</translation>
    </message>
    <message>
        <source>&amp;New library…</source>
        <translation>&amp;Nouvelle bibliothèque…</translation>
    </message>
    <message>
        <source>Recen&amp;t libraries</source>
        <translation>Bibliothèques récen&amp;tes</translation>
    </message>
    <message>
        <source>R&amp;estore from a backup…</source>
        <translation>&amp;Restaurer une sauvegarde…</translation>
    </message>
    <message>
        <source>&amp;Add folder…</source>
        <translation>&amp;Ajouter un dossier…</translation>
    </message>
    <message>
        <source>Scan for chan&amp;ges</source>
        <translation>Chercher les chan&amp;gements</translation>
    </message>
    <message>
        <source>Mea&amp;sure the searches…</source>
        <translation>Me&amp;surer les recherches…</translation>
    </message>
    <message>
        <source>Files that could not be &amp;read…</source>
        <translation>Fichiers i&amp;llisibles…</translation>
    </message>
    <message>
        <source>&amp;Watch folders for changes</source>
        <translation>Surveiller les &amp;dossiers</translation>
    </message>
    <message>
        <source>Inde&amp;x videos too</source>
        <translation>Inde&amp;xer aussi les vidéos</translation>
    </message>
    <message>
        <source>&amp;Duplicates</source>
        <translation>Photos &amp;en double</translation>
    </message>
    <message>
        <source>Inventor&amp;y of a shelf</source>
        <translation>Ce &amp;qui est sur une étagère</translation>
    </message>
    <message>
        <source>&amp;Check the library…</source>
        <translation>Vérifier la &amp;bibliothèque…</translation>
    </message>
    <message>
        <source>&amp;Back up the library…</source>
        <translation>Sauvegarder la bibliot&amp;hèque…</translation>
    </message>
    <message>
        <source>Search &amp;only in this folder</source>
        <translation>Rechercher seulement dans &amp;ce dossier</translation>
    </message>
    <message>
        <source>Show the folder in the file &amp;manager</source>
        <translation>&amp;Montrer le dossier dans le gestionnaire de fichiers</translation>
    </message>
    <message>
        <source>&amp;Forget this folder…</source>
        <translation>O&amp;ublier ce dossier…</translation>
    </message>
    <message>
        <source>&amp;Compare with your picture</source>
        <translation>&amp;Comparer avec votre image</translation>
    </message>
    <message>
        <source>Show &amp;large</source>
        <translation>Afficher en &amp;grand</translation>
    </message>
    <message>
        <source>Show selected side &amp;by side</source>
        <translation>Afficher la sélection côte à cô&amp;te</translation>
    </message>
    <message>
        <source>Mor&amp;e like this</source>
        <translation>Pl&amp;us de photos semblables</translation>
    </message>
    <message>
        <source>A&amp;dd to album…</source>
        <translation>A&amp;jouter à un album…</translation>
    </message>
    <message>
        <source>O&amp;pen or close the stack</source>
        <translation>Ou&amp;vrir ou fermer la pile</translation>
    </message>
    <message>
        <source>Only the same &amp;thing</source>
        <translation>Seulement le même &amp;sujet</translation>
    </message>
    <message>
        <source>Sa&amp;ve as an album</source>
        <translation>Enregi&amp;strer comme album</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Ouvrir</translation>
    </message>
    <message>
        <source>Open on anot&amp;her computer…</source>
        <translation>Ouvrir sur un autre ord&amp;inateur…</translation>
    </message>
    <message>
        <source>&amp;Search with this photo</source>
        <translation>Rec&amp;hercher avec cette photo</translation>
    </message>
    <message>
        <source>&amp;Add to the search</source>
        <translation>&amp;Ajouter à la recherche</translation>
    </message>
    <message>
        <source>Excl&amp;ude photos like this</source>
        <translation>&amp;Exclure les photos semblables</translation>
    </message>
    <message>
        <source>Fe&amp;wer like this</source>
        <translation>Moins de photos sem&amp;blables</translation>
    </message>
    <message>
        <source>&amp;Open in the default viewer</source>
        <translation>&amp;Ouvrir dans le programme par défaut</translation>
    </message>
    <message>
        <source>Open wit&amp;h</source>
        <translation>Ouvrir a&amp;vec</translation>
    </message>
    <message>
        <source>Show in the &amp;file manager</source>
        <translation>Montrer dans le gestionnaire de &amp;fichiers</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>Cop&amp;ier</translation>
    </message>
    <message>
        <source>Copy the &amp;path</source>
        <translation>Copier &amp;le chemin</translation>
    </message>
    <message>
        <source>Expo&amp;rt…</source>
        <translation>E&amp;xporter…</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Tout sélectionner</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Annuler</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Rétablir</translation>
    </message>
    <message>
        <source>As the &amp;file says</source>
        <translation>Comme dans le &amp;fichier</translation>
    </message>
    <message>
        <source>&amp;Next photo after rating</source>
        <translation>Photo sui&amp;vante après la note</translation>
    </message>
    <message>
        <source>Add a &amp;keyword…</source>
        <translation>Ajouter un &amp;mot-clé…</translation>
    </message>
    <message>
        <source>&amp;Not in this album</source>
        <translation>&amp;Pas dans cet album</translation>
    </message>
    <message>
        <source>Photos of this perso&amp;n</source>
        <translation>Photos de cett&amp;e personne</translation>
    </message>
    <message>
        <source>Re&amp;jected photos</source>
        <translation>Photos re&amp;jetées</translation>
    </message>
    <message>
        <source>Where does it come from?</source>
        <translation>D’où vient-elle ?</translation>
    </message>
    <message>
        <source>&amp;Pick</source>
        <translation>Rete&amp;nir</translation>
    </message>
    <message>
        <source>Re&amp;ject</source>
        <translation>Re&amp;jeter</translation>
    </message>
    <message>
        <source>&amp;Unflag</source>
        <translation>Ôter le marq&amp;ueur</translation>
    </message>
    <message>
        <source>Color label</source>
        <translation>Étiquette de couleur</translation>
    </message>
    <message>
        <source>&amp;No label</source>
        <translation>&amp;Aucune étiquette</translation>
    </message>
    <message>
        <source>&amp;Right</source>
        <translation>&amp;Juste</translation>
    </message>
    <message>
        <source>&amp;Wrong</source>
        <translation>&amp;Fausse</translation>
    </message>
    <message>
        <source>&amp;Not judged</source>
        <translation>&amp;Sans avis</translation>
    </message>
    <message>
        <source>&amp;Move to the {trash}…</source>
        <translation>Mettre &amp;à la {trash}…</translation>
    </message>
    <message>
        <source>Show as a &amp;grid</source>
        <translation>Afficher en &amp;grille</translation>
    </message>
    <message>
        <source>Show as a &amp;list</source>
        <translation>Afficher en &amp;liste</translation>
    </message>
    <message>
        <source>Show by &amp;date</source>
        <translation>Afficher par &amp;date</translation>
    </message>
    <message>
        <source>Reverse &amp;order</source>
        <translation>Inverser l’&amp;ordre</translation>
    </message>
    <message>
        <source>Show or hide what is less likel&amp;y</source>
        <translation>Afficher ou masquer les &amp;moins probables</translation>
    </message>
    <message>
        <source>Stack near-d&amp;uplicates</source>
        <translation>Empil&amp;er les photos presque identiques</translation>
    </message>
    <message>
        <source>Library &amp;column</source>
        <translation>Colonne de la &amp;bibliothèque</translation>
    </message>
    <message>
        <source>D&amp;etails column</source>
        <translation>Colonne des dé&amp;tails</translation>
    </message>
    <message>
        <source>Fil&amp;mstrip under a large photo</source>
        <translation>&amp;Pellicule sous une grande photo</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>Plein écra&amp;n</translation>
    </message>
    <message>
        <source>Find a &amp;command…</source>
        <translation>&amp;Chercher une commande…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Raccourcis clavier</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>&amp;Guide (en anglais)</translation>
    </message>
    <message>
        <source>&amp;What’s new</source>
        <translation>&amp;Nouveautés</translation>
    </message>
    <message>
        <source>Take the &amp;tour</source>
        <translation>Suivre la &amp;visite</translation>
    </message>
    <message>
        <source>&amp;About cbir</source>
        <translation>À &amp;propos de cbir</translation>
    </message>
    <message>
        <source>Same as &amp;system</source>
        <translation>Comme le &amp;système</translation>
    </message>
    <message>
        <source>L&amp;ight</source>
        <comment>colours</comment>
        <translation>Cl&amp;air</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <comment>colours</comment>
        <translation>Somb&amp;re</translation>
    </message>
    <message>
        <source>No &amp;star</source>
        <translation>Aucune &amp;étoile</translation>
    </message>
    <message>
        <source>Ratin&amp;g</source>
        <translation>&amp;Note</translation>
    </message>
    <message>
        <source>For th&amp;is search</source>
        <translation>Pou&amp;r cette recherche</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Édition</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>&amp;Bibliothèque</translation>
    </message>
    <message>
        <source>&amp;Photo</source>
        <translation>&amp;Photo</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Affichage</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;ide</translation>
    </message>
    <message>
        <source>Search with this picture</source>
        <translation>Rechercher avec cette image</translation>
    </message>
    <message>
        <source>Add to the search</source>
        <translation>Ajouter à la recherche</translation>
    </message>
    <message>
        <source>Search with this instead</source>
        <translation>Chercher plutôt avec ceci</translation>
    </message>
    <message>
        <source>Move between photos</source>
        <translation>D’une photo à l’autre</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Flèches</translation>
    </message>
    <message>
        <source>Select more</source>
        <translation>Étendre la sélection</translation>
    </message>
    <message>
        <source>Shift+Arrows</source>
        <translation>Maj+Flèches</translation>
    </message>
    <message>
        <source>Show your picture beside the photo</source>
        <translation>Montrer votre image à côté de la photo</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Entrée</translation>
    </message>
    <message>
        <source>Show the photo large</source>
        <translation>Afficher la photo en grand</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Espace</translation>
    </message>
    <message>
        <source>Rate the selected photos</source>
        <translation>Noter les photos sélectionnées</translation>
    </message>
    <message>
        <source>0 to 5</source>
        <translation>0 à 5</translation>
    </message>
    <message>
        <source>Ctrl+PgUp, Ctrl+PgDown</source>
        <translation>Ctrl+Pg préc, Ctrl+Pg suiv</translation>
    </message>
    <message>
        <source>Previous, next section</source>
        <translation>À la section précédente, suivante</translation>
    </message>
    <message>
        <source>Larger, smaller pictures</source>
        <translation>Images plus grandes, plus petites</translation>
    </message>
    <message>
        <source>Ctrl++, Ctrl+−</source>
        <translation>Ctrl++, Ctrl+−</translation>
    </message>
    <message>
        <source>To the chips, and between them</source>
        <translation>Aux éléments, et de l’un à l’autre</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Gauche, Droite</translation>
    </message>
    <message>
        <source>What can be done with it</source>
        <translation>Ce qu’on peut en faire</translation>
    </message>
    <message>
        <source>With it or without it</source>
        <translation>Avec ou sans</translation>
    </message>
    <message>
        <source>More or less weight</source>
        <translation>Plus ou moins de poids</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Haut, Bas</translation>
    </message>
    <message>
        <source>Frame it, or change its words</source>
        <translation>Cadrer, ou changer les mots</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Suppr</translation>
    </message>
    <message>
        <source>One or the other</source>
        <translation>L’un ou l’autre</translation>
    </message>
    <message>
        <source>Just these words, in this order</source>
        <translation>Ces mots exacts, dans cet ordre</translation>
    </message>
    <message>
        <source>Without it</source>
        <translation>Sans ceci</translation>
    </message>
    <message>
        <source>When it was taken</source>
        <translation>Date de prise de vue</translation>
    </message>
    <message>
        <source>Where it was taken</source>
        <translation>Où elle a été prise</translation>
    </message>
    <message>
        <source>With what, and where it is</source>
        <translation>Avec quoi, et où</translation>
    </message>
    <message>
        <source>How it was exposed</source>
        <translation>Comment elle a été exposée</translation>
    </message>
    <message>
        <source>Who is in it, and who took it</source>
        <translation>Qui y figure, et qui l’a prise</translation>
    </message>
    <message>
        <source>How many stars</source>
        <translation>Nombre d’étoiles</translation>
    </message>
    <message>
        <source>Picked photos, a color label</source>
        <translation>Photos retenues, une étiquette de couleur</translation>
    </message>
    <message>
        <source>What kind of picture</source>
        <translation>Sorte d’image</translation>
    </message>
    <message>
        <source>Zoom in, out, fit, actual size</source>
        <translation>Agrandir, réduire, ajuster, taille réelle</translation>
    </message>
    <message>
        <source>Rate the photo</source>
        <translation>Noter la photo</translation>
    </message>
    <message>
        <source>Show less, more of your picture</source>
        <translation>Moins, plus de votre image</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>Dans le texte</translation>
    </message>
    <message>
        <source>Find a key, or what it does</source>
        <translation>Trouver une touche, ou ce qu’elle fait</translation>
    </message>
    <message>
        <source>Type near:Lisbon, or filter by place. By date, photos are grouped by the towns where they were taken. Nothing is looked up on the internet.</source>
        <translation>Tapez near:Lisbonne, ou filtrez par lieu. Par date, les photos sont rangées sous les villes où elles ont été prises. Rien n’est cherché sur Internet.</translation>
    </message>
    <message>
        <source>Finds copies and says how they differ. Judge them pair by pair, and move the ones you choose to the trash.</source>
        <translation>Les copies sont trouvées et expliquées. Jugez-les paire par paire, et mettez à la corbeille celles que vous choisissez.</translation>
    </message>
    <message>
        <source>PgUp, PgDown, arrows</source>
        <translation>Pg préc, Pg suiv, flèches</translation>
    </message>
    <message>
        <source>Pick, reject, unflag them</source>
        <translation>Les retenir, rejeter, ôter le marqueur</translation>
    </message>
    <message>
        <source>Pick, reject, unflag it</source>
        <translation>La retenir, rejeter, ôter le marqueur</translation>
    </message>
    <message>
        <source>Previous, next photo</source>
        <translation>Photo précédente, suivante</translation>
    </message>
    <message>
        <source>Lines between matching points</source>
        <translation>Lignes entre les points concordants</translation>
    </message>
    <message>
        <source>Lay your picture over the photo</source>
        <translation>Poser votre image sur la photo</translation>
    </message>
    <message>
        <source>Details that photos are compared by</source>
        <translation>Détails qui servent à comparer</translation>
    </message>
    <message>
        <source>Visual words that both share</source>
        <translation>Mots visuels communs aux deux</translation>
    </message>
    <message>
        <source>Where your words were found</source>
        <translation>Où vos mots ont été trouvés</translation>
    </message>
    <message>
        <source>Switch between photo and your picture</source>
        <translation>Alterner entre la photo et votre image</translation>
    </message>
    <message>
        <source>About the photo</source>
        <translation>À propos de la photo</translation>
    </message>
    <message>
        <source>Move or size the frame</source>
        <translation>Déplacer ou changer le cadre</translation>
    </message>
    <message>
        <source>Arrows, Shift+Arrows</source>
        <translation>Flèches, Maj+Flèches</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Échap</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Édition</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>Photo</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Affichage</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Aide</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>In the search bar</source>
        <translation>Dans la barre de recherche</translation>
    </message>
    <message>
        <source>In the results</source>
        <translation>Dans les résultats</translation>
    </message>
    <message>
        <source>In a picture</source>
        <translation>Dans une image</translation>
    </message>
    <message>
        <source>Same as system</source>
        <translation>Comme le système</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>New, changed and moved photos are noticed while this library&apos;s window is open.</source>
        <translation>Les photos nouvelles, modifiées et déplacées sont remarquées tant que la fenêtre de cette bibliothèque est ouverte.</translation>
    </message>
    <message>
        <source>Watch folders for changes</source>
        <translation>Surveiller les dossiers</translation>
    </message>
    <message>
        <source>Watch folders from login on</source>
        <translation>Surveiller les dossiers dès l’ouverture de session</translation>
    </message>
    <message>
        <source>Read text in photos</source>
        <translation>Lire le texte dans les photos</translation>
    </message>
    <message>
        <source>Show the lines between matching points</source>
        <translation>Montrer les lignes entre les points concordants</translation>
    </message>
    <message>
        <source>Tell me of new photos in albums</source>
        <translation>Signaler les nouvelles photos des albums</translation>
    </message>
    <message>
        <source>The login setting could not be changed: {reason}</source>
        <translation>Le démarrage à l’ouverture de session n’a pas pu être modifié : {reason}</translation>
    </message>
    <message>
        <source>From the next login on, a small program without a window follows this library&apos;s folders.</source>
        <translation>Un petit programme sans fenêtre surveille les dossiers de cette bibliothèque dès la prochaine ouverture de session.</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>latin</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>chinois</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>japonais</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>cyrillique</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>grec</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>coréen</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>arabe</translation>
    </message>
    <message>
        <source>Devanagari</source>
        <translation>devanagari</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>thaï</translation>
    </message>
    <message numerus="yes">
        <source>Finds signs, receipts and screenshots by their text. Reading this library takes about %Ln minute(s) in the background, and pauses while you work or run on battery.</source>
        <translation>
            <numerusform>Trouve les panneaux, reçus et captures d’écran par leur texte. La lecture de cette bibliothèque prend environ %Ln minute en arrière-plan, et s’interrompt quand vous travaillez ou êtes sur batterie.</numerusform>
            <numerusform>Trouve les panneaux, reçus et captures d’écran par leur texte. La lecture de cette bibliothèque prend environ %Ln minutes en arrière-plan, et s’interrompt quand vous travaillez ou êtes sur batterie.</numerusform>
        </translation>
    </message>
    <message>
        <source>Scripts: {scripts}.</source>
        <translation>Écritures : {scripts}.</translation>
    </message>
    <message>
        <source>Find people by their faces</source>
        <translation>Trouver les personnes par leur visage</translation>
    </message>
    <message>
        <source>When a photo is compared with your picture. The key L does the same.</source>
        <translation>Lorsqu’une photo est comparée à votre image. La touche L fait de même.</translation>
    </message>
    <message>
        <source>Shows a note when an album has new photos since you last opened it.</source>
        <translation>Affiche une note quand un album a de nouvelles photos depuis sa dernière ouverture.</translation>
    </message>
    <message>
        <source>Turns off animations. If the system asks for that, they are off anyway.</source>
        <translation>Désactive les animations. Là où le système le demande, elles le sont déjà.</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Réduire les mouvements</translation>
    </message>
    <message>
        <source>Ratings and keywords are kept in the library. Other programs read them from XMP sidecar files; the photos themselves are never changed.</source>
        <translation>Notes et mots-clés sont gardés dans la bibliothèque. D’autres programmes les lisent dans des fichiers XMP&#x202f;; les photos elles-mêmes ne sont jamais modifiées.</translation>
    </message>
    <message>
        <source>Also save ratings and keywords to XMP sidecar files</source>
        <translation>Enregistrer aussi notes et mots-clés dans des fichiers XMP</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Pages des paramètres</translation>
    </message>
    <message>
        <source>&amp;General</source>
        <translation>&amp;Général</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modèles</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation>Prend effet après un redémarrage.</translation>
    </message>
    <message>
        <source>Photos side by side</source>
        <translation>Photos côte à côte</translation>
    </message>
    <message>
        <source>Photo {at} of {all}</source>
        <translation>Photo {at} sur {all}</translation>
    </message>
    <message>
        <source>Stars and keywords</source>
        <translation>Étoiles et mots-clés</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>Placement</translation>
    </message>
    <message>
        <source>Found at a second look: the details most like your picture’s are in this photo.</source>
        <translation>Trouvée au second regard : les détails les plus proches de votre image sont dans cette photo.</translation>
    </message>
    <message>
        <source>Found at a second look: a few points agreed, and led to the others.</source>
        <translation>Trouvée au second regard : quelques points concordaient et ont mené aux autres.</translation>
    </message>
    <message>
        <source>Found at a second look, with your picture mirrored.</source>
        <translation>Trouvée au second regard, avec votre image en miroir.</translation>
    </message>
    <message>
        <source>Both pictures look the same all over.</source>
        <translation>Les deux images se ressemblent partout.</translation>
    </message>
    <message>
        <source>Found by a closer comparison of both files.</source>
        <translation>Trouvée par une comparaison plus poussée des deux fichiers.</translation>
    </message>
    <message>
        <source>Found by searching again with the best matches.</source>
        <translation>Trouvée par une nouvelle recherche avec les meilleurs résultats.</translation>
    </message>
    <message>
        <source>How much of your picture was found</source>
        <translation>Part de votre image qui a été trouvée</translation>
    </message>
    <message>
        <source>Why this photo is here</source>
        <translation>Pourquoi cette photo est là</translation>
    </message>
    <message>
        <source>Your picture</source>
        <translation>Votre image</translation>
    </message>
    <message>
        <source>The selected photo</source>
        <translation>La photo sélectionnée</translation>
    </message>
    <message>
        <source>What each of your words adds</source>
        <translation>Ce qu’apporte chacun de vos mots</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
    <message>
        <source>Select a photo to see why it is here.</source>
        <translation>Sélectionnez une photo pour voir pourquoi elle est là.</translation>
    </message>
    <message>
        <source>Selected photo</source>
        <translation>Photo sélectionnée</translation>
    </message>
    <message>
        <source>The words were read in the other photo. The points around them agree in both.</source>
        <translation>Les mots ont été lus sur l’autre photo. Les points qui les entourent concordent sur les deux.</translation>
    </message>
    <message>
        <source>Found by file name, folder or metadata, for some of your words.</source>
        <translation>Trouvée par le nom de fichier, le dossier ou les métadonnées, pour certains de vos mots.</translation>
    </message>
    <message>
        <source>Its file has the same contents as your picture.</source>
        <translation>Son fichier a le même contenu que votre image.</translation>
    </message>
    <message>
        <source>The rest differs.</source>
        <translation>Le reste diffère.</translation>
    </message>
    <message>
        <source>No points agree. Compare both pictures to be sure.</source>
        <translation>Aucun point ne concorde. Comparez les deux images pour en être sûr.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) agree. Compare both pictures to be sure.</source>
        <translation>
            <numerusform>%Ln point concorde. Comparez les deux images pour en être sûr.</numerusform>
            <numerusform>%Ln points concordent. Comparez les deux images pour en être sûr.</numerusform>
        </translation>
    </message>
    <message>
        <source>Barely matches.</source>
        <translation>Correspond à peine.</translation>
    </message>
    <message>
        <source>Rate and sort out</source>
        <translation>Noter et trier</translation>
    </message>
    <message>
        <source>Stars, keywords and the trash work on a large photo too, with a strip of its neighbours. Undo brings photos back from the trash.</source>
        <translation>Les étoiles, les mots-clés et la corbeille sont aussi là quand une photo est affichée en grand, avec une bande des photos voisines. «&#xa0;Annuler&#xa0;» ramène les photos de la corbeille.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Two to four photos stand side by side and zoom together. Your picture can be wiped over a match.</source>
        <translation>Deux à quatre photos côte à côte, avec un zoom commun. Votre image peut être glissée par-dessus un résultat.</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Lieux</translation>
    </message>
    <message>
        <source>More like this, fewer like this</source>
        <translation>Plus ou moins de photos semblables</translation>
    </message>
    <message>
        <source>Mark photos that are right or wrong, and the search learns what you are looking for.</source>
        <translation>Dites quelles photos conviennent ou non, et la recherche apprend ce que vous cherchez.</translation>
    </message>
    <message>
        <source>Choose size, format and names, and a folder, a ZIP file or the clipboard.</source>
        <translation>Choisissez la taille, le format et les noms, puis un dossier, un fichier ZIP ou le presse-papiers.</translation>
    </message>
    <message>
        <source>Four languages</source>
        <translation>Quatre langues</translation>
    </message>
    <message>
        <source>English, German, French and Italian: choose yours in the settings.</source>
        <translation>Anglais, allemand, français et italien&#xa0;: à choisir dans les paramètres.</translation>
    </message>
    <message>
        <source>All changes</source>
        <translation>Tous les changements (en anglais)</translation>
    </message>
    <message>
        <source>Show your picture beside this photo (Enter)</source>
        <translation>Montrer votre image à côté de cette photo (Entrée)</translation>
    </message>
    <message>
        <source>Not confirmed</source>
        <translation>Non confirmée</translation>
    </message>
    <message>
        <source>Found by file name, folder or metadata.</source>
        <translation>Trouvée par nom de fichier, dossier ou métadonnées.</translation>
    </message>
    <message>
        <source>Your picture itself does not confirm it. It is here because you marked it.</source>
        <translation>Votre image elle-même ne la confirme pas. Elle est ici parce que vous l’avez marquée.</translation>
    </message>
    <message>
        <source>Your picture itself does not confirm it: its points agree with those of two matches.</source>
        <translation>Votre image elle-même ne le confirme pas : les points concordent avec ceux de deux résultats.</translation>
    </message>
    <message>
        <source>Your picture itself does not confirm it: its points agree with those of a photo you marked.</source>
        <translation>Votre image elle-même ne la confirme pas : les points concordent avec ceux d’une photo que vous avez marquée.</translation>
    </message>
    <message>
        <source>{share} of your picture is in this photo.</source>
        <translation>{share} de votre image est dans cette photo.</translation>
    </message>
    <message>
        <source>It is closer to your search than other photos are.</source>
        <translation>Elle est plus proche de votre recherche que les autres photos.</translation>
    </message>
    <message>
        <source>It shares details with your picture, but too few points agree in place, size and angle.</source>
        <translation>Elle a des détails en commun avec votre image, mais trop peu de points concordent en place, taille et angle.</translation>
    </message>
    <message>
        <source>Filmstrip</source>
        <translation>Pellicule</translation>
    </message>
    <message>
        <source>Fade</source>
        <translation>Fondu</translation>
    </message>
    <message>
        <source>From the photo to your picture</source>
        <translation>De la photo à votre image</translation>
    </message>
    <message>
        <source>Wipe</source>
        <translation>Balayage</translation>
    </message>
    <message>
        <source>Your picture left of an edge, the photo to its right: drag the edge</source>
        <translation>Votre image à gauche d’un bord, la photo à droite : faites glisser le bord</translation>
    </message>
    <message>
        <source>Black areas are the same in both</source>
        <translation>Les zones noires sont identiques dans les deux</translation>
    </message>
    <message>
        <source>Your picture beside the photo</source>
        <translation>Votre image à côté de la photo</translation>
    </message>
    <message>
        <source>The parts of the score</source>
        <translation>Les parties du score</translation>
    </message>
    <message>
        <source>Picture to compare with</source>
        <translation>Image à comparer</translation>
    </message>
    <message>
        <source>Way to lay your picture over the photo</source>
        <translation>Façon de poser votre image sur la photo</translation>
    </message>
    <message>
        <source>How much of your picture shows</source>
        <translation>Part visible de votre image</translation>
    </message>
    <message>
        <source>How much of your picture shows ([ and ], or Space to switch)</source>
        <translation>Part visible de votre image ([ et ], ou Espace pour alterner)</translation>
    </message>
    <message>
        <source>Mark what only one of the two pictures has</source>
        <translation>Marquer ce que seule l’une des deux images contient</translation>
    </message>
    <message>
        <source>Proof…</source>
        <translation>Preuve…</translation>
    </message>
    <message>
        <source>Save a page with both pictures, the points that agree, and checksums</source>
        <translation>Enregistrer une page avec les deux images, les points concordants et les sommes de contrôle</translation>
    </message>
    <message>
        <source>The position of your picture in this photo is unknown</source>
        <translation>La position de votre image dans cette photo est inconnue</translation>
    </message>
    <message>
        <source>No points agree</source>
        <translation>Aucun point ne concorde</translation>
    </message>
    <message>
        <source>Lay your picture over the photo (O)</source>
        <translation>Poser votre image sur la photo (O)</translation>
    </message>
    <message>
        <source>Photos of the same thing first, then similar ones</source>
        <translation>D’abord les photos du même sujet, puis les semblables</translation>
    </message>
    <message>
        <source>Photos of exactly this, however they are cropped</source>
        <translation>Photos de ce sujet précis, quel que soit le cadrage</translation>
    </message>
    <message>
        <source>Frame and search</source>
        <translation>Cadrer et chercher</translation>
    </message>
    <message>
        <source>Search with a part of this photo</source>
        <translation>Rechercher avec une partie de cette photo</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Copier le texte</translation>
    </message>
    <message>
        <source>More with this text</source>
        <translation>Plus avec ce texte</translation>
    </message>
    <message>
        <source>About this photo</source>
        <translation>À propos de cette photo</translation>
    </message>
    <message>
        <source>This photo</source>
        <translation>Cette photo</translation>
    </message>
    <message>
        <source>This is its thumbnail from the library.</source>
        <translation>C’est sa miniature dans la bibliothèque.</translation>
    </message>
    <message>
        <source>Type words to see where they match in a photo</source>
        <translation>Saisissez des mots pour voir où ils correspondent dans une photo</translation>
    </message>
    <message>
        <source>Search for the words “{words}” (Shift+T)</source>
        <translation>Chercher les mots « {words} » (Maj+T)</translation>
    </message>
    <message>
        <source>Visual details</source>
        <translation>Détails visuels</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Contenu</translation>
    </message>
    <message>
        <source>Names and metadata</source>
        <translation>Noms et métadonnées</translation>
    </message>
    <message>
        <source>by visual details</source>
        <translation>par les détails visuels</translation>
    </message>
    <message>
        <source>by content</source>
        <translation>par le contenu</translation>
    </message>
    <message>
        <source>by names and metadata</source>
        <translation>par les noms et métadonnées</translation>
    </message>
    <message>
        <source>In its file name: {text}</source>
        <translation>Dans le nom du fichier&#xa0;: {text}</translation>
    </message>
    <message>
        <source>In its folder: {text}</source>
        <translation>Dans le dossier&#xa0;: {text}</translation>
    </message>
    <message>
        <source>In its title or caption: {text}</source>
        <translation>Dans le titre ou la légende&#xa0;: {text}</translation>
    </message>
    <message>
        <source>In its keywords or place: {text}</source>
        <translation>Dans les mots-clés ou le lieu&#xa0;: {text}</translation>
    </message>
    <message>
        <source>In the name of its camera: {text}</source>
        <translation>Dans le nom de l’appareil&#xa0;: {text}</translation>
    </message>
    <message>
        <source>In the name of its lens: {text}</source>
        <translation>Dans le nom de l’objectif&#xa0;: {text}</translation>
    </message>
    <message>
        <source>In its date: {text}</source>
        <translation>Dans la date&#xa0;: {text}</translation>
    </message>
    <message>
        <source>Written in the photo: {text}</source>
        <translation>Écrit dans la photo&#xa0;: {text}</translation>
    </message>
    <message>
        <source>How much each of your words makes the photo stand out from your library: the score minus the score without the word. A word below zero speaks against the photo.</source>
        <translation>De combien la photo se détache de votre bibliothèque grâce à chacun de vos mots&#xa0;: le score, moins le score sans lui. Un mot sous zéro parle contre la photo.</translation>
    </message>
    <message>
        <source>Details that pair one to one, in the same arrangement in both pictures. Eight are proof.</source>
        <translation>Des détails qui s’associent un à un et sont placés de même dans les deux images. Huit sont une preuve.</translation>
    </message>
    <message>
        <source>How far the points are from where the outline puts them (median).</source>
        <translation>Distance entre les points et leur place selon le contour (médiane).</translation>
    </message>
    <message>
        <source>Pixels of this photo per pixel of your picture.</source>
        <translation>Pixels de cette photo pour chaque pixel de votre image.</translation>
    </message>
    <message numerus="yes">
        <source>point(s) agree</source>
        <comment>under their number</comment>
        <translation>
            <numerusform>point concorde</numerusform>
            <numerusform>points concordent</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows {color}: {text}</source>
        <translation>Montre du {color} : {text}</translation>
    </message>
    <message>
        <source>{text}, confirmed by you</source>
        <translation>{text}, confirmé par vous</translation>
    </message>
    <message>
        <source>Each is closer to its partner than {ratio} times the distance to the next detail (NNDR).</source>
        <translation>Chacun est plus proche de son pendant que {ratio} fois la distance au détail suivant (NNDR).</translation>
    </message>
    <message>
        <source>of your picture</source>
        <comment>under a percentage</comment>
        <translation>de votre image</translation>
    </message>
    <message>
        <source>How much of your picture is in this photo.</source>
        <translation>Part de votre image qui est dans cette photo.</translation>
    </message>
    <message>
        <source>{distance} px</source>
        <translation>{distance} px</translation>
    </message>
    <message>
        <source>apart</source>
        <translation>d’écart</translation>
    </message>
    <message>
        <source>Your picture is turned clockwise in this photo.</source>
        <translation>Votre image est tournée dans le sens horaire dans cette photo.</translation>
    </message>
    <message>
        <source>Your picture is turned anticlockwise in this photo.</source>
        <translation>Votre image est tournée dans le sens antihoraire dans cette photo.</translation>
    </message>
    <message>
        <source>turned</source>
        <translation>de rotation</translation>
    </message>
    <message>
        <source>in size</source>
        <translation>en taille</translation>
    </message>
    <message>
        <source>Your picture matches when it is mirrored.</source>
        <translation>Votre image correspond en miroir.</translation>
    </message>
    <message>
        <source>{engine}: place {rank} of its own list, score {score}.</source>
        <translation>{engine}&#xa0;: place {rank} de sa propre liste, score {score}.</translation>
    </message>
    <message>
        <source>More {word} than {share} of your photos</source>
        <translation>Plus de {word} que {share} de vos photos</translation>
    </message>
    <message>
        <source>Clearly shows {words}; less so {others}</source>
        <translation>Montre clairement {words}, moins {others}</translation>
    </message>
    <message>
        <source>Clearly shows {words}</source>
        <translation>Montre clairement {words}</translation>
    </message>
    <message>
        <source>Less so {words}</source>
        <translation>Moins {words}</translation>
    </message>
    <message>
        <source>Hardly shows {words}</source>
        <translation>Montre à peine {words}</translation>
    </message>
    <message>
        <source>Also shows {words}, which you left out</source>
        <translation>Montre aussi {words}, que vous avez exclu</translation>
    </message>
    <message>
        <source>“{word}”</source>
        <translation>« {word} »</translation>
    </message>
    <message>
        <source>place {rank}, score {score}</source>
        <translation>place {rank}, score {score}</translation>
    </message>
    <message>
        <source>turned {angle}° clockwise</source>
        <translation>tournée de {angle}° dans le sens horaire</translation>
    </message>
    <message>
        <source>turned {angle}° anticlockwise</source>
        <translation>tournée de {angle}° dans le sens antihoraire</translation>
    </message>
    <message>
        <source>{factor} times the size</source>
        <translation>{factor} fois la taille</translation>
    </message>
    <message>
        <source>upright, in its own size</source>
        <translation>droite, à sa propre taille</translation>
    </message>
    <message>
        <source>1 picture has</source>
        <translation>1 image a</translation>
    </message>
    <message>
        <source>: choose “Scan for changes”</source>
        <translation> : choisissez « Chercher les changements »</translation>
    </message>
    <message>
        <source>A backup inside the library would be lost with it. Name a file elsewhere.</source>
        <translation>Une sauvegarde dans la bibliothèque serait perdue avec elle. Donnez un fichier ailleurs.</translation>
    </message>
    <message>
        <source>A film is a .gif or .mp4 file, not {0}.</source>
        <translation>Un film est un fichier .gif ou .mp4, et non {0}.</translation>
    </message>
    <message>
        <source>A keyword has 1 to {0} letters.</source>
        <translation>Un mot-clé a de 1 à {0} lettres.</translation>
    </message>
    <message>
        <source>A keyword has at most {0} characters.</source>
        <translation>Un mot-clé a au plus {0} caractères.</translation>
    </message>
    <message>
        <source>A label has at most {0} characters.</source>
        <translation>Une étiquette a au plus {0} caractères.</translation>
    </message>
    <message>
        <source>A label has at most {0} letters.</source>
        <translation>Une étiquette a au plus {0} lettres.</translation>
    </message>
    <message>
        <source>A library on PostgreSQL needs a package that is not installed ({0}). {1}</source>
        <translation>Une bibliothèque sur PostgreSQL a besoin d’un paquet qui manque ici ({0}). {1}</translation>
    </message>
    <message>
        <source>A library on a server cannot be moved. Index your folders into one with ?folder=DIR in its address.</source>
        <translation>Une bibliothèque sur un serveur ne peut pas être déplacée. Indexez vos dossiers dans une autre, avec ?folder=DOSSIER dans son adresse.</translation>
    </message>
    <message>
        <source>A moment of a video has no sidecar: its marks are kept in the library.</source>
        <translation>Un moment d’une vidéo n’a pas de fichier annexe : ses marques restent dans la bibliothèque.</translation>
    </message>
    <message>
        <source>A name has at most {0} letters.</source>
        <translation>Un nom a au plus {0} lettres.</translation>
    </message>
    <message>
        <source>A newer version of cbir made this backup. Update cbir to restore it.</source>
        <translation>Une version plus récente de cbir a fait cette sauvegarde. Mettez cbir à jour pour la restaurer.</translation>
    </message>
    <message>
        <source>A newer version of cbir wrote the saved searches in {0}. Update cbir.</source>
        <translation>Une version plus récente de cbir a écrit les recherches enregistrées dans {0}. Mettez cbir à jour.</translation>
    </message>
    <message>
        <source>A photo is not among the photos of this thing. Nothing was changed.</source>
        <translation>Une photo ne fait pas partie des photos de ce motif. Rien n’a été modifié.</translation>
    </message>
    <message>
        <source>A photo that was marked is no longer in the library: the search went on without it.</source>
        <translation>Une photo marquée n’est plus dans la bibliothèque&#xa0;: la recherche a continué sans elle.</translation>
    </message>
    <message>
        <source>A rating is 0 to {0}, or -1.</source>
        <translation>Une note va de 0 à {0}, ou vaut -1.</translation>
    </message>
    <message>
        <source>A region frames a part of a picture: send one, or name a photo.</source>
        <translation>Une zone encadre une partie d’une image : envoyez-en une, ou indiquez une photo.</translation>
    </message>
    <message>
        <source>A region needs a width and a height above 0: X,Y,W,H.</source>
        <translation>Une zone demande une largeur et une hauteur supérieures à 0 : X,Y,L,H.</translation>
    </message>
    <message>
        <source>A search gives {0} hits at most.</source>
        <translation>Une recherche donne {0} résultats au plus.</translation>
    </message>
    <message>
        <source>A text is longer than the model reads: its end was left out.</source>
        <translation>Un texte est plus long que ce que lit le modèle : sa fin a été laissée de côté.</translation>
    </message>
    <message>
        <source>A text is too long to be looked up in names and metadata: it was read as a description.</source>
        <translation>Un texte est trop long pour les noms et métadonnées&#xa0;: il a été lu comme une description.</translation>
    </message>
    <message>
        <source>Add some with: “Add folder…” in the menu Library</source>
        <translation>Ajoutez-en : « Ajouter un dossier… » dans le menu Bibliothèque</translation>
    </message>
    <message>
        <source>All finished photos are kept; run the same command again for the rest.</source>
        <translation>Toutes les photos terminées sont conservées&#x202f;; relancez la même commande pour le reste.</translation>
    </message>
    <message>
        <source>An area of the similarity map has 3 to {0} corners: {1}</source>
        <translation>Une zone de la carte des ressemblances a de 3 à {0} coins : {1}</translation>
    </message>
    <message>
        <source>An encoder needs a name.</source>
        <translation>Un encodeur a besoin d&apos;un nom.</translation>
    </message>
    <message>
        <source>An order is learned from at least {0} searches with a right photo, and there are {1}. Choose photos for more: Photo › For this search</source>
        <translation>Un ordre s’apprend d’au moins {0} recherches avec une photo juste, et il y en a {1}. Choisissez des photos pour d’autres : Photo › Pour cette recherche</translation>
    </message>
    <message>
        <source>Another process is learning words for the library {0}. Wait until it is done, or stop it; searching works meanwhile.</source>
        <translation>Un autre processus apprend des mots pour la bibliothèque {0}. Attendez qu’il ait fini, ou arrêtez-le&#xa0;; la recherche fonctionne entre-temps.</translation>
    </message>
    <message>
        <source>Asking for the weights</source>
        <translation>Demande des poids</translation>
    </message>
    <message>
        <source>Calibrating its sentences</source>
        <translation>Calibrage de ses phrases</translation>
    </message>
    <message>
        <source>Choose one in the settings, under Models.</source>
        <translation>Choisissez-en un dans les réglages, sous Modèles.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”.</source>
        <translation>Choisissez «&#xa0;Chercher les changements&#xa0;».</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”: it is made again.</source>
        <translation>Choisissez «&#xa0;Chercher les changements&#xa0;»&#xa0;: il est refait.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”: {0} photos will be encoded again.</source>
        <translation>Choisissez «&#xa0;Chercher les changements&#xa0;»&#xa0;: {0} photos seront recodées.</translation>
    </message>
    <message>
        <source>Choose “Scan for changes”: {0} photos will be read again.</source>
        <translation>Choisissez «&#xa0;Chercher les changements&#xa0;»&#xa0;: {0} photos seront relues.</translation>
    </message>
    <message>
        <source>Collecting details</source>
        <translation>Collecte des détails</translation>
    </message>
    <message>
        <source>Comparing on altered copies</source>
        <translation>Comparaison sur des copies modifiées</translation>
    </message>
    <message>
        <source>Comparing this by content needs the photo&apos;s file, which has moved, or whose drive is disconnected.</source>
        <translation>Comparer par le contenu demande le fichier de la photo, qui a été déplacé ou dont le disque n’est pas connecté.</translation>
    </message>
    <message>
        <source>Copy the codebook {0} from a backup, or move the library away and index again.</source>
        <translation>Copiez le codebook {0} depuis une sauvegarde, ou mettez la bibliothèque de côté et indexez à nouveau.</translation>
    </message>
    <message>
        <source>Copy the file from a backup, or delete it.</source>
        <translation>Copiez le fichier depuis une sauvegarde, ou supprimez-le.</translation>
    </message>
    <message>
        <source>Copying the model</source>
        <translation>Copie du modèle</translation>
    </message>
    <message>
        <source>Copying the towers</source>
        <translation>Copie des tours</translation>
    </message>
    <message>
        <source>Downloading the tokenizer</source>
        <translation>Téléchargement du tokenizer</translation>
    </message>
    <message>
        <source>Downloading the weights</source>
        <translation>Téléchargement des poids</translation>
    </message>
    <message>
        <source>Each worker that tried to read it crashed.</source>
        <translation>Chaque processus qui a tenté de le lire a planté.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>anglais</translation>
    </message>
    <message>
        <source>Faces can be blurred only in photos of a library on this computer.</source>
        <translation>Les visages ne peuvent être floutés que dans les photos d’une bibliothèque de cet ordinateur.</translation>
    </message>
    <message>
        <source>Faces were not looked for in this photo yet, so none can be blurred. Try again later.</source>
        <translation>Les visages n’ont pas encore été cherchés dans cette photo, aucun ne peut donc être flouté. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>Give NNDR a ratio above 0 and at most 1.</source>
        <translation>Donnez à NNDR un rapport supérieur à 0 et d’au plus 1.</translation>
    </message>
    <message>
        <source>Give a term a weight from 0 to {0}.</source>
        <translation>Donnez à un terme un poids de 0 à {0}.</translation>
    </message>
    <message>
        <source>Give at least one picture or word to search for; subtracting alone finds nothing.</source>
        <translation>Donnez au moins une image ou un mot à rechercher&#x202f;; exclure seul ne trouve rien.</translation>
    </message>
    <message>
        <source>Give k1 a number from 0 on, and b one from 0 to 1.</source>
        <translation>Donnez à k1 un nombre à partir de 0, et à b un nombre de 0 à 1.</translation>
    </message>
    <message>
        <source>Give the name of the person.</source>
        <translation>Indiquez le nom de la personne.</translation>
    </message>
    <message>
        <source>Giving photos the new words</source>
        <translation>Attribution des nouveaux mots aux photos</translation>
    </message>
    <message>
        <source>Importing {0} makes its weights ready for this machine.</source>
        <translation>L’import de {0} prépare ses poids pour cette machine.</translation>
    </message>
    <message>
        <source>Index your folders again: “Scan for changes”</source>
        <translation>Indexez à nouveau vos dossiers : « Chercher les changements »</translation>
    </message>
    <message>
        <source>Install a model to search by content: in the settings, under Models.</source>
        <translation>Installez un modèle pour chercher par le contenu : dans les paramètres, sous Modèles.</translation>
    </message>
    <message>
        <source>Install cbir again.</source>
        <translation>Réinstallez cbir.</translation>
    </message>
    <message>
        <source>Install it again: `pip install --force-reinstall &quot;cbir[{0}]&quot;`.</source>
        <translation>Réinstallez-le : `pip install --force-reinstall &quot;cbir[{0}]&quot;`.</translation>
    </message>
    <message>
        <source>Install it: `pip install &quot;cbir[{0}]&quot;`.</source>
        <translation>Installez-le : `pip install &quot;cbir[{0}]&quot;`.</translation>
    </message>
    <message>
        <source>Installing {0} needs {1} GB in {2}, and {3} GB are free.</source>
        <translation>L’installation de {0} demande {1} Go dans {2}, et {3} Go sont libres.</translation>
    </message>
    <message>
        <source>Internal error. The service&apos;s administrator can find it in the log.</source>
        <translation>Erreur interne. L’administrateur du service la trouve dans le journal.</translation>
    </message>
    <message>
        <source>Is not read: the package rawpy is not installed (pip install rawpy).</source>
        <translation>N’est pas lu&#xa0;: le paquet rawpy n’est pas installé (pip install rawpy).</translation>
    </message>
    <message>
        <source>Is not there: sentences search names and metadata only, until a model is installed.</source>
        <translation>Absent&#xa0;: les phrases ne cherchent que dans les noms et métadonnées, jusqu’à ce qu’un modèle soit installé.</translation>
    </message>
    <message>
        <source>Is read, by rawpy {0}.</source>
        <translation>Est lu, par rawpy {0}.</translation>
    </message>
    <message>
        <source>Is read.</source>
        <translation>Est lu.</translation>
    </message>
    <message>
        <source>Is used through {0}.</source>
        <translation>Est utilisé par {0}.</translation>
    </message>
    <message>
        <source>It cannot be moved back, and stays in the trash ({0}).</source>
        <translation>Impossible de le remettre à sa place&#x202f;; il reste à la corbeille ({0}).</translation>
    </message>
    <message>
        <source>It cannot be moved to the trash, and stays ({0}).</source>
        <translation>Impossible de le mettre à la corbeille&#x202f;; il reste ({0}).</translation>
    </message>
    <message>
        <source>It comes with the program and was copied from there again.</source>
        <translation>Il est fourni avec le programme et en a été recopié.</translation>
    </message>
    <message>
        <source>It could not be decoded ({0}: {1}).</source>
        <translation>Impossible de le décoder ({0}&#xa0;: {1}).</translation>
    </message>
    <message>
        <source>It does not find the nearest vectors.</source>
        <translation>Il ne trouve pas les vecteurs les plus proches.</translation>
    </message>
    <message>
        <source>It found {1} of {0} trial photos by a sentence: its weights may be the wrong ones.</source>
        <translation>Il a trouvé {1} photos d’essai sur {0} par une phrase : ses poids ne sont peut-être pas les bons.</translation>
    </message>
    <message>
        <source>It is a device, a pipe or a socket, not a file.</source>
        <translation>C’est un périphérique, un tube ou un socket, pas un fichier.</translation>
    </message>
    <message>
        <source>It is a link to {0}, which is now in the trash.</source>
        <translation>C’est un lien vers {0}, qui est maintenant dans la corbeille.</translation>
    </message>
    <message>
        <source>It is a moment of the video {0}. Delete the video to remove it.</source>
        <translation>C’est un moment de la vidéo {0}. Supprimez la vidéo pour le retirer.</translation>
    </message>
    <message>
        <source>It is a separate photo, and stays.</source>
        <translation>C’est une photo à part entière, et elle reste.</translation>
    </message>
    <message>
        <source>It is no longer in the trash.</source>
        <translation>Il n’est plus à la corbeille.</translation>
    </message>
    <message>
        <source>It is one item with {0}, and is in the trash too.</source>
        <translation>Il va avec {0} et se trouve aussi dans la corbeille.</translation>
    </message>
    <message>
        <source>It takes a photo of a rocket for &quot;a cat&quot;.</source>
        <translation>Il prend la photo d’une fusée pour «&#xa0;a cat&#xa0;».</translation>
    </message>
    <message>
        <source>It took more than {0} s of computing and was stopped.</source>
        <translation>Cela a pris plus de {0} s de calcul et a été arrêté.</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>Cela a été annulé.</translation>
    </message>
    <message>
        <source>Its drive is not connected, so it was not compared.</source>
        <translation>Son disque n’est pas connecté, elle n’a donc pas été comparée.</translation>
    </message>
    <message>
        <source>Its drive is not connected. Connect it and try again.</source>
        <translation>Son disque n’est pas connecté. Connectez-le et réessayez.</translation>
    </message>
    <message>
        <source>Its drive is read-only, and it stays.</source>
        <translation>Son disque est en lecture seule, il reste donc.</translation>
    </message>
    <message>
        <source>Its folder cannot be written to, so it stays: the drive or the folder is read-only.</source>
        <translation>On ne peut pas écrire dans son dossier, il reste donc : le disque ou le dossier est en lecture seule.</translation>
    </message>
    <message>
        <source>Its sidecar cannot be written: {0}.</source>
        <translation>Son fichier XMP ne peut pas être écrit&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Its sidecar was left as it is: {0}.</source>
        <translation>Son fichier XMP est resté tel quel&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Learning words</source>
        <translation>Apprentissage des mots</translation>
    </message>
    <message>
        <source>Make the library writable and choose: “Check the library…” in the menu Library</source>
        <translation>Rendez la bibliothèque modifiable et choisissez «&#xa0;Vérifier la bibliothèque…&#xa0;» dans le menu Bibliothèque</translation>
    </message>
    <message>
        <source>Make the library writable, and it is written again.</source>
        <translation>Rendez la bibliothèque modifiable, et il sera réécrit.</translation>
    </message>
    <message>
        <source>Making the model ready for this machine</source>
        <translation>Préparation du modèle pour cette machine</translation>
    </message>
    <message>
        <source>Missing or damaged: {0}.</source>
        <translation>Manque ou est abîmé&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Models are compared by searches with a single text or picture. None was judged yet.</source>
        <translation>Les modèles se comparent sur des recherches avec un seul texte ou une seule image. Aucune n’a encore été jugée.</translation>
    </message>
    <message>
        <source>Name a folder by words of its name, such as in:holidays. Paths are not looked up here.</source>
        <translation>Désignez un dossier par des mots de son nom, par exemple in:vacances. Les chemins ne sont pas consultés ici.</translation>
    </message>
    <message>
        <source>Name a folder by words of its name. Paths are not looked up here.</source>
        <translation>Désignez un dossier par des mots de son nom. Les chemins ne sont pas consultés ici.</translation>
    </message>
    <message>
        <source>Name at least one folder of photos to index.</source>
        <translation>Donnez au moins un dossier de photos à indexer.</translation>
    </message>
    <message>
        <source>Neither the towers nor the folder&apos;s configuration say {0}.</source>
        <translation>Ni les tours ni la configuration du dossier ne disent {0}.</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found. Everything runs on the processor.</source>
        <translation>Aucun pilote NVIDIA trouvé. Tout tourne sur le processeur.</translation>
    </message>
    <message>
        <source>No graphics card that CUDA can use was found. The search ran on the processor.</source>
        <translation>Aucune carte graphique utilisable par CUDA. La recherche s’est faite sur le processeur.</translation>
    </message>
    <message>
        <source>No keyword has {0} photos yet: give some to photos of the same person, pet or place first.</source>
        <translation>Aucun mot-clé n’a encore {0} photos&#xa0;: donnez-en d’abord à des photos de la même personne, du même animal ou lieu.</translation>
    </message>
    <message>
        <source>No model called {0} is offered. The settings show, under Models, those that are.</source>
        <translation>Aucun modèle nommé {0} n’est proposé. Les paramètres montrent, sous Modèles, ceux qui le sont.</translation>
    </message>
    <message>
        <source>No order was learned yet. Learn one first: {0}</source>
        <translation>Aucun ordre n’a encore été appris. Apprenez-en d’abord un : {0}</translation>
    </message>
    <message>
        <source>No photos have {0}, so “{1}” was searched for.</source>
        <translation>Aucune photo n’a {0} : la recherche a porté sur « {1} ».</translation>
    </message>
    <message>
        <source>No photos match “{0}”, so the search was widened to {1}.</source>
        <translation>Aucune photo ne correspond à « {0} » : la recherche a été étendue à {1}.</translation>
    </message>
    <message>
        <source>No picture of the video can be decoded: it is damaged, or of a kind that cannot be read.</source>
        <translation>Aucune image de la vidéo ne peut être décodée : elle est endommagée, ou d’un type qui ne peut pas être lu.</translation>
    </message>
    <message>
        <source>No worker is left at {0}. Start one with `dask worker {1}` on a computer that has cbir {2}. {3}</source>
        <translation>Il ne reste aucun worker sur {0}. Lancez-en un avec `dask worker {1}` sur un ordinateur qui a cbir {2}. {3}</translation>
    </message>
    <message>
        <source>None of the library&apos;s folders is there now. Plug in their drives and try again.</source>
        <translation>Aucun des dossiers de la bibliothèque n’est là. Branchez leurs disques et réessayez.</translation>
    </message>
    <message>
        <source>None of the photos can be read: there is nothing to show.</source>
        <translation>Aucune des photos ne peut être lue : il n’y a rien à montrer.</translation>
    </message>
    <message>
        <source>Not understood: “{0}”. The model {1} does not know its script.</source>
        <translation>Pas compris : « {0} ». Le modèle {1} ne connaît pas cette écriture.</translation>
    </message>
    <message>
        <source>Only a description can be looked for in parts of a photo. Search with words for what it shows.</source>
        <translation>Seule une description peut être cherchée dans des parties d’une photo. Cherchez avec des mots ce qu’elle montre.</translation>
    </message>
    <message>
        <source>Only {0} features were found in a photo that has hundreds.</source>
        <translation>Seulement {0} détails trouvés dans une photo qui en a des centaines.</translation>
    </message>
    <message>
        <source>People is off in this library, so no face can be blurred. Switch it on first.</source>
        <translation>Les personnes sont désactivées dans cette bibliothèque, aucun visage ne peut donc être flouté. Activez-les d’abord.</translation>
    </message>
    <message>
        <source>Permission to move it was denied, and it stays.</source>
        <translation>Le déplacement n’est pas permis, il reste donc.</translation>
    </message>
    <message>
        <source>Permission to read the file was denied.</source>
        <translation>La lecture du fichier n’est pas permise.</translation>
    </message>
    <message>
        <source>Photos can be left out of a search with pictures only.</source>
        <translation>Des photos ne peuvent être exclues que d’une recherche par image.</translation>
    </message>
    <message>
        <source>Photos on drives that are not connected could not be compared more closely: {0}.</source>
        <translation>Photos sur des disques non connectés, qui n’ont pas pu être comparées de plus près : {0}.</translation>
    </message>
    <message>
        <source>Photos that may be related cannot be opened now. Have they moved, or is their drive not connected?</source>
        <translation>Des photos peut-être apparentées ne peuvent pas être ouvertes maintenant. Ont-elles été déplacées, ou leur disque n’est-il pas connecté ?</translation>
    </message>
    <message>
        <source>Plug in the drive of the photos, then choose: “Check the library…” in the menu Library and there “Check thoroughly”</source>
        <translation>Branchez le disque des photos, puis choisissez «&#xa0;Vérifier la bibliothèque…&#xa0;» dans le menu Bibliothèque et là «&#xa0;Vérifier à fond&#xa0;»</translation>
    </message>
    <message>
        <source>PostgreSQL and Dask are used by programs that import cbir.cluster, and this one does not.</source>
        <translation>PostgreSQL et Dask servent aux programmes qui importent cbir.cluster, ce que celui-ci ne fait pas.</translation>
    </message>
    <message>
        <source>Putting the new words in place</source>
        <translation>Mise en place des nouveaux mots</translation>
    </message>
    <message>
        <source>PySide6 is not installed: there is no window, and the commands work without it.</source>
        <translation>PySide6 n’est pas installé&#xa0;: il n’y a pas de fenêtre, et les commandes marchent sans.</translation>
    </message>
    <message>
        <source>Read in English: {0}.</source>
        <translation>Lu en anglais&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Reading JPEG XL pictures needs the package pillow-jxl-plugin, which is not installed (pip install pillow-jxl-plugin).</source>
        <translation>Lire les images JPEG XL demande le paquet pillow-jxl-plugin, qui n’est pas installé (pip install pillow-jxl-plugin).</translation>
    </message>
    <message>
        <source>Reading camera raw files needs the package rawpy, which is not installed (pip install rawpy).</source>
        <translation>Lire les fichiers raw demande le paquet rawpy, qui n’est pas installé (pip install rawpy).</translation>
    </message>
    <message>
        <source>Reading the folder</source>
        <translation>Lecture du dossier</translation>
    </message>
    <message>
        <source>Reading the weights</source>
        <translation>Lecture des poids</translation>
    </message>
    <message>
        <source>Restore the library from a backup to have it again.</source>
        <translation>Restaurez la bibliothèque à partir d’une sauvegarde pour la retrouver.</translation>
    </message>
    <message>
        <source>Restore the library from a backup with the command cbir library restore, or move its folder away and index your folders again.</source>
        <translation>Restaurez la bibliothèque depuis une sauvegarde avec la commande cbir library restore, ou mettez son dossier de côté et indexez à nouveau vos dossiers.</translation>
    </message>
    <message>
        <source>Restore the library from a backup with the command cbir library restore. Without one, use the command cbir library rebuild, which reads every photo again; then look through your ratings and keywords.</source>
        <translation>Restaurez la bibliothèque depuis une sauvegarde avec la commande cbir library restore. Sans sauvegarde, utilisez la commande cbir library rebuild, qui relit chaque photo&#x202f;; parcourez ensuite vos notes et mots-clés.</translation>
    </message>
    <message>
        <source>Restore the library from a backup, or move its folder away and index your folders again.</source>
        <translation>Restaurez la bibliothèque depuis une sauvegarde, ou mettez son dossier de côté et indexez à nouveau vos dossiers.</translation>
    </message>
    <message>
        <source>Search for something first: a photo is right or wrong for a search.</source>
        <translation>Cherchez d’abord quelque chose&#xa0;: une photo est juste ou fausse pour une recherche.</translation>
    </message>
    <message>
        <source>Searched for &quot;{0}&quot; instead of &quot;{1}&quot;. To search for exactly that, use quotation marks.</source>
        <translation>Recherche de « {0} » au lieu de « {1} ». Pour chercher exactement cela, utilisez des guillemets.</translation>
    </message>
    <message>
        <source>Send a token: the header Authorization: Bearer TOKEN.</source>
        <translation>Envoyez un jeton&#xa0;: l’en-tête Authorization: Bearer TOKEN.</translation>
    </message>
    <message>
        <source>Send the picture&apos;s bytes alone as the body, as curl --data-binary does.</source>
        <translation>Envoyez les seuls octets de l’image comme contenu, comme le fait curl --data-binary.</translation>
    </message>
    <message>
        <source>Some photos cannot be found by typing yet: {0} The next index tries them again.</source>
        <translation>Certaines photos ne peuvent pas encore être trouvées en écrivant&#xa0;: {0} Le prochain passage réessaie.</translation>
    </message>
    <message>
        <source>Some photos have no new words yet. The old words stay; learn the new ones again.</source>
        <translation>Certaines photos n’ont pas encore de nouveaux mots. Les anciens restent&#xa0;; apprenez les nouveaux encore une fois.</translation>
    </message>
    <message>
        <source>Somebody is called {0} already: number {1}. Merge the two if they are one person, or say that this is another one.</source>
        <translation>Quelqu’un s’appelle déjà {0} : numéro {1}. Réunissez les deux s’il s’agit de la même personne, ou indiquez que c’en est une autre.</translation>
    </message>
    <message>
        <source>Something went wrong inside the program ({0}: {1}).</source>
        <translation>Quelque chose s’est mal passé dans le programme ({0}&#xa0;: {1}).</translation>
    </message>
    <message>
        <source>The Dask scheduler at {0} cannot be reached ({1}). Start it with `dask scheduler`, or index without --workers.</source>
        <translation>Le scheduler Dask est injoignable sur {0} ({1}). Lancez-le avec `dask scheduler`, ou indexez sans --workers.</translation>
    </message>
    <message>
        <source>The Dask scheduler at {0} has no workers. Start some, each with `dask worker {1}`.</source>
        <translation>Le scheduler Dask sur {0} n’a aucun worker. Lancez-en, chacun avec `dask worker {1}`.</translation>
    </message>
    <message>
        <source>The GPU cannot run the model now.</source>
        <translation>La carte graphique ne peut pas faire tourner le modèle maintenant.</translation>
    </message>
    <message>
        <source>The GPU has no free memory for the model.</source>
        <translation>La carte graphique n’a pas de mémoire libre pour le modèle.</translation>
    </message>
    <message>
        <source>The JPEG file is damaged: it ends within its header.</source>
        <translation>Le fichier JPEG est abîmé&#xa0;: il finit dans son en-tête.</translation>
    </message>
    <message>
        <source>The body is empty. Send the bytes of a picture.</source>
        <translation>Le contenu est vide. Envoyez les octets d’une image.</translation>
    </message>
    <message>
        <source>The building of the index of details was stopped. Searches work without it.</source>
        <translation>La création de l’index des détails a été arrêtée. Les recherches fonctionnent sans lui.</translation>
    </message>
    <message>
        <source>The building of the vector index was stopped. Searches work without it.</source>
        <translation>La construction de l’index de vecteurs a été arrêtée. Les recherches marchent sans.</translation>
    </message>
    <message>
        <source>The catalog contradicts itself: {0}.</source>
        <translation>Le catalogue se contredit&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The catalog of the library {0} cannot be used ({1}). Restore the library from a backup with the command cbir library restore, or move its folder away and index your folders again; your photos are not affected.</source>
        <translation>Le catalogue de la bibliothèque {0} est inutilisable ({1}). Restaurez la bibliothèque depuis une sauvegarde avec la commande cbir library restore, ou mettez son dossier de côté et indexez à nouveau vos dossiers&#x202f;; vos photos ne sont pas touchées.</translation>
    </message>
    <message>
        <source>The catalog {0} is damaged: {1}{2}.</source>
        <translation>Le catalogue {0} est abîmé&#xa0;: {1}{2}.</translation>
    </message>
    <message>
        <source>The certificate of {0} is not valid here: {1}. Nothing was sent.</source>
        <translation>Le certificat de {0} n’est pas valable ici&#xa0;: {1}. Rien n’a été envoyé.</translation>
    </message>
    <message>
        <source>The checksums of the catalog in {0} were damaged.</source>
        <translation>Les sommes de contrôle du catalogue dans {0} étaient abîmées.</translation>
    </message>
    <message>
        <source>The codebook has {0} words under {1} centroids.</source>
        <translation>Le codebook a {0} mots sous {1} centres.</translation>
    </message>
    <message>
        <source>The codebook {0} cannot be used. {1}</source>
        <translation>Le codebook {0} est inutilisable. {1}</translation>
    </message>
    <message>
        <source>The codebook {0} has format {1}; this program reads format {2}.</source>
        <translation>Le codebook {0} a le format {1}&#x202f;; ce programme lit le format {2}.</translation>
    </message>
    <message>
        <source>The codebook {0} is another one: {1}.</source>
        <translation>Le codebook {0} est différent&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>The codebook {0} is damaged ({1}).</source>
        <translation>Le codebook {0} est abîmé ({1}).</translation>
    </message>
    <message>
        <source>The codebook {0} is damaged: its content does not fit its checksum.</source>
        <translation>Le codebook {0} est abîmé&#xa0;: son contenu ne correspond pas à sa somme de contrôle.</translation>
    </message>
    <message>
        <source>The codebook&apos;s {0} are not all finite numbers.</source>
        <translation>Dans le codebook, {0} ne sont pas tous des nombres finis.</translation>
    </message>
    <message>
        <source>The codebook&apos;s {0} are {1} {2}.</source>
        <translation>Dans le codebook, {0} sont {1} {2}.</translation>
    </message>
    <message>
        <source>The colors of {0} of {1} photos are not known yet. They are being added in the background.</source>
        <translation>Les couleurs de {0} photos sur {1} ne sont pas encore connues. Elles sont ajoutées en arrière-plan.</translation>
    </message>
    <message>
        <source>The decoder crashed on this file.</source>
        <translation>Le décodeur a planté sur ce fichier.</translation>
    </message>
    <message>
        <source>The decoder was ended by the system, probably for lack of memory.</source>
        <translation>Le système a arrêté le décodeur, sans doute faute de mémoire.</translation>
    </message>
    <message>
        <source>The details of a library on a server cannot be compared as a whole.</source>
        <translation>Les détails d’une bibliothèque sur un serveur ne peuvent pas être comparés dans leur ensemble.</translation>
    </message>
    <message>
        <source>The details of the whole library cannot be compared: there is no index of them. Make one with: {0}</source>
        <translation>Les détails de toute la bibliothèque ne peuvent pas être comparés : il n’y en a pas d’index. Pour en créer un : {0}</translation>
    </message>
    <message>
        <source>The disk of {0} is full ({1}). Make room there, and run the same command again: nothing is lost.</source>
        <translation>Le disque de {0} est plein ({1}). Faites-y de la place et relancez la même commande&#xa0;: rien n’est perdu.</translation>
    </message>
    <message>
        <source>The disk reported an error while the file was read.</source>
        <translation>Le disque a signalé une erreur à la lecture du fichier.</translation>
    </message>
    <message>
        <source>The disk that holds the library {0} reported an error ({1}). Photos indexed so far are kept. Check the disk, then choose: “Check the library…” in the menu Library and there “Check thoroughly”</source>
        <translation>Le disque de la bibliothèque {0} a signalé une erreur ({1}). Les photos déjà indexées sont gardées. Vérifiez le disque, puis choisissez «&#xa0;Vérifier la bibliothèque…&#xa0;» dans le menu Bibliothèque et là «&#xa0;Vérifier à fond&#xa0;»</translation>
    </message>
    <message>
        <source>The disk that holds {0} is full. Free some space and try again; what was done so far is kept.</source>
        <translation>Le disque qui contient {0} est plein. Libérez de l’espace et réessayez ; ce qui a été fait est conservé.</translation>
    </message>
    <message>
        <source>The disk that holds {0} is full. Free some space; nothing was changed.</source>
        <translation>Le disque qui contient {0} est plein. Libérez de l’espace ; rien n’a été modifié.</translation>
    </message>
    <message>
        <source>The distance ~{0} cannot be read. Write near:{1}~20km, ~500m or ~5mi, for example.</source>
        <translation>La distance ~{0} est illisible. Écrivez par exemple near:{1}~20km, ~500m ou ~5mi.</translation>
    </message>
    <message>
        <source>The drive of {0} does not answer. Is it connected?</source>
        <translation>Le disque de {0} ne répond pas. Est-il connecté&#xa0;?</translation>
    </message>
    <message>
        <source>The encoder {0} needs two functions, pictures and texts.</source>
        <translation>L&apos;encodeur {0} a besoin de deux fonctions, pictures et texts.</translation>
    </message>
    <message>
        <source>The encoder {0} returned an array of shape {1} for {2} inputs. It must be ({2}, d).</source>
        <translation>L&apos;encodeur {0} a rendu un tableau de forme {1} pour {2} entrées. Elle doit être ({2}, d).</translation>
    </message>
    <message>
        <source>The encoder {0} returned numbers that are not finite for a text.</source>
        <translation>L&apos;encodeur {0} a rendu pour un texte des nombres qui ne sont pas finis.</translation>
    </message>
    <message>
        <source>The encoder {0} returned vectors of {1} numbers. Those of its texts have {2}.</source>
        <translation>L&apos;encodeur {0} a rendu des vecteurs de {1} nombres. Ceux de ses textes en ont {2}.</translation>
    </message>
    <message>
        <source>The engine does not know the request {0}.</source>
        <translation>Le moteur ne connaît pas la demande {0}.</translation>
    </message>
    <message>
        <source>The faces are removed, but another program is still reading the library, so traces may be left in its log. Close it, and erase again.</source>
        <translation>Les visages sont supprimés, mais un autre programme lit encore la bibliothèque ; des traces peuvent rester dans son journal. Fermez-le et effacez de nouveau.</translation>
    </message>
    <message>
        <source>The file cannot be read: {0}.</source>
        <translation>Le fichier ne peut pas être lu&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The file changed while it was being indexed.</source>
        <translation>Le fichier a changé pendant son indexation.</translation>
    </message>
    <message>
        <source>The file could not be read. Try again later.</source>
        <translation>Le fichier n’a pas pu être lu. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>The file could not be read: {0}.</source>
        <translation>Le fichier n’a pas pu être lu&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The file has changed since it was indexed, and stays. Choose “Scan for changes” first.</source>
        <translation>Le fichier a changé depuis son indexation, et reste. Choisissez d’abord «&#xa0;Chercher les changements&#xa0;».</translation>
    </message>
    <message>
        <source>The file has changed since it was indexed. Index its folder again.</source>
        <translation>Le fichier a changé depuis son indexation. Indexez à nouveau son dossier.</translation>
    </message>
    <message>
        <source>The file has no picture, only sound.</source>
        <translation>Le fichier n’a pas d’image, seulement du son.</translation>
    </message>
    <message>
        <source>The file is called {0} now. Copy {1} from a backup if you have one.</source>
        <translation>Le fichier s’appelle maintenant {0}. Copiez {1} depuis une sauvegarde si vous en avez une.</translation>
    </message>
    <message>
        <source>The file is damaged: only {0} % of the picture is there.</source>
        <translation>Le fichier est abîmé&#xa0;: seuls {0} % de l’image sont là.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Le fichier est vide.</translation>
    </message>
    <message>
        <source>The file is larger than {0} GB.</source>
        <translation>Le fichier dépasse {0} Go.</translation>
    </message>
    <message>
        <source>The file is not there now, so no sidecar was written beside it.</source>
        <translation>Le fichier n’est pas là, donc aucun fichier XMP n’a été écrit à côté.</translation>
    </message>
    <message>
        <source>The file is not there now.</source>
        <translation>Le fichier n’est pas là.</translation>
    </message>
    <message>
        <source>The file system of {0} cannot lock files, so that a library there could be damaged. Choose a folder on another drive with --library.</source>
        <translation>Le système de fichiers de {0} ne peut pas verrouiller les fichiers, une bibliothèque pourrait y être abîmée. Choisissez un dossier sur un autre disque avec --library.</translation>
    </message>
    <message>
        <source>The file {0} cannot be read (it does not name a format).</source>
        <translation>Le fichier {0} ne peut pas être lu (il n’indique pas de format).</translation>
    </message>
    <message>
        <source>The file {0} cannot be read ({1}).</source>
        <translation>Le fichier {0} ne peut pas être lu ({1}).</translation>
    </message>
    <message>
        <source>The file {0} is missing.</source>
        <translation>Le fichier {0} manque.</translation>
    </message>
    <message>
        <source>The file&apos;s content is not a picture of a known format.</source>
        <translation>Le contenu du fichier n’est pas une image d’un format connu.</translation>
    </message>
    <message>
        <source>The film was cancelled.</source>
        <translation>Le film a été annulé.</translation>
    </message>
    <message>
        <source>The folder cannot be read: its drive does not answer.</source>
        <translation>Le dossier ne peut pas être lu&#xa0;: son disque ne répond pas.</translation>
    </message>
    <message>
        <source>The folder cannot be read: {0}.</source>
        <translation>Le dossier ne peut pas être lu&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The folder of the models, {0}, cannot be written to: {1}.</source>
        <translation>Impossible d’écrire dans le dossier des modèles, {0}&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>The folder {0} cannot be read: {1}.</source>
        <translation>Le dossier {0} ne peut pas être lu&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>The folder {0} does not exist. Is its drive connected?</source>
        <translation>Le dossier {0} n’existe pas. Son disque est-il connecté&#x202f;?</translation>
    </message>
    <message>
        <source>The folder {0} is at {1} now: its photos were kept.</source>
        <translation>Le dossier {0} est maintenant dans {1}&#xa0;: ses photos ont été gardées.</translation>
    </message>
    <message>
        <source>The graphics card {0}. The search ran on the processor.</source>
        <translation>La carte graphique {0}. La recherche s’est faite sur le processeur.</translation>
    </message>
    <message>
        <source>The hub refused to give {0} (HTTP {1}).</source>
        <translation>Le hub a refusé de donner {0} (HTTP {1}).</translation>
    </message>
    <message>
        <source>The index of this library is on Milvus, which cbir does not use any more. Delete milvus.json and milvus.db in {0}: the library then uses the index in its own folder, with all photos and marks.</source>
        <translation>L’index de cette bibliothèque se trouve sur Milvus, que cbir n’utilise plus. Supprimez milvus.json et milvus.db dans {0} : la bibliothèque utilise alors l’index de son propre dossier, avec toutes les photos et les marques.</translation>
    </message>
    <message>
        <source>The library has no photos in {0}. Add them with: “Add folder…” in the menu Library</source>
        <translation>La bibliothèque n’a pas de photos dans {0}. Ajoutez-les&#xa0;: «&#xa0;Ajouter un dossier…&#xa0;» dans le menu Bibliothèque</translation>
    </message>
    <message>
        <source>The library has no such folder.</source>
        <translation>La bibliothèque n’a pas de tel dossier.</translation>
    </message>
    <message>
        <source>The library {0} cannot be made: {1}.</source>
        <translation>La bibliothèque {0} ne peut pas être créée&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>The library {0} cannot be written to: its folder is read-only for you.</source>
        <translation>Impossible d’écrire dans la bibliothèque {0}&#xa0;: son dossier est en lecture seule pour vous.</translation>
    </message>
    <message>
        <source>The library {0} cannot be written to: {1}.</source>
        <translation>Impossible d’écrire dans la bibliothèque {0}&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>The library {0} has format {1}, made by a newer version of cbir; this one reads up to {2}. Update cbir to open it; nothing was changed. If there never was a newer version, {3} is damaged: delete it, and it is written again.</source>
        <translation>La bibliothèque {0} a le format {1} d’une version plus récente de cbir&#x202f;; celle-ci lit jusqu’à {2}. Mettez cbir à jour pour l’ouvrir&#x202f;; rien n’a été modifié. S’il n’y a jamais eu de version plus récente, {3} est abîmé&#xa0;: supprimez-le, et il sera réécrit.</translation>
    </message>
    <message>
        <source>The library {0} is being written to by another process. Try again in a moment.</source>
        <translation>Un autre programme écrit dans la bibliothèque {0}. Réessayez dans un instant.</translation>
    </message>
    <message>
        <source>The library {0} is being written to by {1}. Wait until it is done, or stop it; searching works meanwhile.</source>
        <translation>{1} écrit dans la bibliothèque {0}. Attendez la fin, ou arrêtez-le&#x202f;; la recherche marche pendant ce temps.</translation>
    </message>
    <message>
        <source>The library {0} was moved or removed meanwhile. Nothing was kept.</source>
        <translation>La bibliothèque {0} a été déplacée ou supprimée entre-temps. Rien n’a été gardé.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} cannot be opened ({1}). If it is damaged, restore it from a backup, or move the library folder away and index your folders again.</source>
        <translation>Le catalogue de la bibliothèque {0} ne peut pas s’ouvrir ({1}). S’il est abîmé, restaurez-le depuis une sauvegarde, ou mettez le dossier de la bibliothèque de côté et indexez à nouveau vos dossiers.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} cannot be read: {1}.</source>
        <translation>Le catalogue de la bibliothèque {0} ne peut pas être lu&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>The library&apos;s features were made by {0}, which cannot be imported here: {1}</source>
        <translation>Les caractéristiques de la bibliothèque viennent de {0}, qui ne peut pas être importé ici : {1}</translation>
    </message>
    <message>
        <source>The link points to a file that is not there.</source>
        <translation>Le lien mène à un fichier qui n’existe pas.</translation>
    </message>
    <message>
        <source>The match engine compares pictures, not words. Give a picture file.</source>
        <translation>Ce moteur compare des images, pas des mots. Donnez un fichier image.</translation>
    </message>
    <message>
        <source>The merging of the index was stopped. Nothing has changed.</source>
        <translation>La fusion de l’index a été arrêtée. Rien n’a changé.</translation>
    </message>
    <message>
        <source>The merging of vectors was stopped. Nothing has changed.</source>
        <translation>La fusion des vecteurs a été arrêtée. Rien n’a changé.</translation>
    </message>
    <message>
        <source>The metadata engine searches names and texts. Give words, not a picture.</source>
        <translation>Ce moteur cherche des noms et des textes. Donnez des mots, pas une image.</translation>
    </message>
    <message>
        <source>The model in {0} has no {1}. Install it again.</source>
        <translation>Le modèle dans {0} n’a pas de {1}. Réinstallez-le.</translation>
    </message>
    <message>
        <source>The model in {0} is damaged: {1} is missing or has another size. Remove the model and install it again.</source>
        <translation>Le modèle dans {0} est abîmé&#xa0;: {1} manque ou a une autre taille. Supprimez le modèle et réinstallez-le.</translation>
    </message>
    <message>
        <source>The model in {0} was made for another version of the program. Install it again.</source>
        <translation>Le modèle dans {0} est fait pour une autre version du programme. Réinstallez-le.</translation>
    </message>
    <message>
        <source>The model makes vectors of {0} numbers, and those of this library have {1}. Index the library again with this model, or use the one it was indexed with.</source>
        <translation>Le modèle donne des vecteurs de {0} nombres, et ceux de cette bibliothèque en ont {1}. Indexez à nouveau la bibliothèque avec ce modèle, ou utilisez celui avec lequel elle l’a été.</translation>
    </message>
    <message>
        <source>The model {0} cannot be removed: {1}. Close what uses it and try again.</source>
        <translation>Le modèle {0} ne peut pas être supprimé&#xa0;: {1}. Fermez ce qui l’utilise et réessayez.</translation>
    </message>
    <message>
        <source>The model {0} gave a vector of {1} numbers instead of {2}. Remove the model and install it again.</source>
        <translation>Le modèle {0} a donné un vecteur de {1} nombres au lieu de {2}. Supprimez le modèle et réinstallez-le.</translation>
    </message>
    <message>
        <source>The model {0} gives it no usable embedding.</source>
        <translation>Le modèle {0} n’en donne pas d’embedding utilisable.</translation>
    </message>
    <message>
        <source>The model {0} gives no usable embedding for the picture. Search for another, or use another model.</source>
        <translation>Le modèle {0} ne donne pas d’embedding utilisable pour l’image. Cherchez-en une autre, ou prenez un autre modèle.</translation>
    </message>
    <message>
        <source>The model {0} gives no usable embedding for this photo.</source>
        <translation>Le modèle {0} ne donne pas de vecteur utilisable pour cette photo.</translation>
    </message>
    <message>
        <source>The model {0} gives no usable embedding for “{1}”. Use other words, or another model.</source>
        <translation>Le modèle {0} ne donne pas d’embedding utilisable pour «&#xa0;{1}&#xa0;». Prenez d’autres mots, ou un autre modèle.</translation>
    </message>
    <message>
        <source>The model {0} is damaged: {1} cannot be read. Remove it and install it again.</source>
        <translation>Le modèle {0} est abîmé&#xa0;: {1} ne peut pas être lu. Supprimez-le et réinstallez-le.</translation>
    </message>
    <message>
        <source>The model {0} is damaged: {1} has changed since it was installed. Remove the model and install it again.</source>
        <translation>Le modèle {0} est abîmé&#xa0;: {1} a changé depuis l’installation. Supprimez le modèle et réinstallez-le.</translation>
    </message>
    <message>
        <source>The model {0} is not installed.</source>
        <translation>Le modèle {0} n’est pas installé.</translation>
    </message>
    <message>
        <source>The model {0} runs in torch.</source>
        <translation>Le modèle {0} tourne dans torch.</translation>
    </message>
    <message>
        <source>The model {0} was installed without the weights that a GPU needs.</source>
        <translation>Le modèle {0} a été installé sans les poids que demande une carte graphique.</translation>
    </message>
    <message>
        <source>The model&apos;s tokenizer.json has no token {0}, which its tokenizer_config.json names.</source>
        <translation>Le tokenizer.json du modèle n’a pas de jeton {0}, que nomme son tokenizer_config.json.</translation>
    </message>
    <message>
        <source>The model&apos;s tokenizer.json or tokenizer_config.json cannot be read.</source>
        <translation>Le tokenizer.json ou tokenizer_config.json du modèle ne peut pas être lu.</translation>
    </message>
    <message>
        <source>The model&apos;s tower does not take what its description says. Remove the model and install it again.</source>
        <translation>La tour du modèle ne prend pas ce que dit sa description. Supprimez le modèle et réinstallez-le.</translation>
    </message>
    <message>
        <source>The name of an album has 1 to {0} letters.</source>
        <translation>Le nom d’un album a de 1 à {0} lettres.</translation>
    </message>
    <message>
        <source>The name of an album is text; {0} is in no encoding known here.</source>
        <translation>Le nom d’un album est du texte&#xa0;; {0} n’est dans aucun encodage connu.</translation>
    </message>
    <message>
        <source>The options of NNDR have no effect on this search: it compares no pictures.</source>
        <translation>Les options de NNDR n’ont pas d’effet sur cette recherche : elle ne compare aucune image.</translation>
    </message>
    <message>
        <source>The photo that would stay, {0}, cannot be read: {1}</source>
        <translation>La photo qui resterait, {0}, ne peut pas être lue&#xa0;: {1}</translation>
    </message>
    <message>
        <source>The picture has no detail to match: it is blank, blurred or too small. Try another picture or a larger part of it.</source>
        <translation>L’image n’a pas de détail à comparer&#xa0;: elle est vide, floue ou trop petite. Essayez une autre image ou une plus grande partie.</translation>
    </message>
    <message>
        <source>The picture is too large: decoding {0} x {1} pixels of this kind takes {2} MB of memory, more than the limit of {3} MB. Save it as a JPEG.</source>
        <translation>L’image est trop grande&#xa0;: décoder {0} x {1} pixels de cette sorte prend {2} Mo de mémoire, plus que la limite de {3} Mo. Enregistrez-la en JPEG.</translation>
    </message>
    <message>
        <source>The picture is too large: {0} x {1} pixels are more than the limit of {2} million.</source>
        <translation>L’image est trop grande&#xa0;: {0} x {1} pixels dépassent la limite de {2} millions.</translation>
    </message>
    <message>
        <source>The program is being closed.</source>
        <translation>Le programme se ferme.</translation>
    </message>
    <message>
        <source>The query has too many parts: at most {0} words and fields.</source>
        <translation>La recherche a trop de parties&#xa0;: au plus {0} mots et champs.</translation>
    </message>
    <message>
        <source>The query is too long: {0} characters are more than {1}.</source>
        <translation>La recherche est trop longue&#xa0;: {0} caractères dépassent {1}.</translation>
    </message>
    <message>
        <source>The region must be given by four finite numbers: x, y, width, height.</source>
        <translation>Le cadre demande quatre nombres finis&#xa0;: x, y, largeur, hauteur.</translation>
    </message>
    <message>
        <source>The repository {0} no longer has a {1}.</source>
        <translation>Le dépôt {0} n’a plus de {1}.</translation>
    </message>
    <message>
        <source>The repository {0} no longer has the weights of {1}.</source>
        <translation>Le dépôt {0} n’a plus les poids de {1}.</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>Le traitement a été arrêté.</translation>
    </message>
    <message>
        <source>The saved searches in {0} were damaged.</source>
        <translation>Les recherches enregistrées dans {0} étaient abîmées.</translation>
    </message>
    <message>
        <source>The search for duplicates was cancelled.</source>
        <translation>La recherche des photos en double a été annulée.</translation>
    </message>
    <message>
        <source>The search of the album &quot;{0}&quot; cannot be read ({1}); the other albums are not affected.</source>
        <translation>La recherche de l’album «&#xa0;{0}&#xa0;» ne peut pas être lue ({1})&#xa0;; les autres albums ne sont pas touchés.</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>La recherche a été annulée.</translation>
    </message>
    <message>
        <source>The service cannot read its tokens now.</source>
        <translation>Le service ne peut pas lire ses jetons maintenant.</translation>
    </message>
    <message>
        <source>The service&apos;s disk is full. Its administrator can free some space.</source>
        <translation>Le disque du service est plein. Son administrateur peut libérer de l’espace.</translation>
    </message>
    <message>
        <source>The settings install it, under Models.</source>
        <translation>Les paramètres l’installent, sous Modèles.</translation>
    </message>
    <message>
        <source>The system left it where it is.</source>
        <translation>Le système l’a laissé où il est.</translation>
    </message>
    <message>
        <source>The terms of the query cancel each other out. Leave one out, or weight them anew.</source>
        <translation>Les parties de la recherche s’annulent. Retirez-en une, ou changez leurs poids.</translation>
    </message>
    <message>
        <source>The text tower of {0} comes from the transformers library. Import the model as a folder of ONNX towers instead.</source>
        <translation>La tour de texte de {0} vient de la bibliothèque transformers. Importez plutôt le modèle comme dossier de tours ONNX.</translation>
    </message>
    <message>
        <source>The torch that is installed cannot use this machine&apos;s GPU.</source>
        <translation>Le torch installé ne peut pas utiliser la carte graphique de cette machine.</translation>
    </message>
    <message>
        <source>The towers in {0} do not give vectors of one length: they are not of one model.</source>
        <translation>Les tours dans {0} ne donnent pas des vecteurs d’une même longueur&#xa0;: elles ne sont pas d’un même modèle.</translation>
    </message>
    <message>
        <source>The towers in {0} do not take pictures of {1} pixels and texts of {2} tokens.</source>
        <translation>Les tours dans {0} ne prennent pas d’images de {1} pixels et de textes de {2} jetons.</translation>
    </message>
    <message>
        <source>The trained index runs on the processor: {0}.</source>
        <translation>L’index entraîné fonctionne sur le processeur : {0}.</translation>
    </message>
    <message>
        <source>The upload ended before the whole picture was there.</source>
        <translation>L’envoi s’est terminé avant que l’image soit complète.</translation>
    </message>
    <message>
        <source>The vectors of this library were made by several models. Index the library again.</source>
        <translation>Les vecteurs de cette bibliothèque viennent de plusieurs modèles. Indexez à nouveau la bibliothèque.</translation>
    </message>
    <message>
        <source>The video has no picture at {0} that can be decoded.</source>
        <translation>La vidéo n’a pas d’image décodable à {0}.</translation>
    </message>
    <message>
        <source>The video has {0} x {1} pixels. At most {2} megapixels are read.</source>
        <translation>La vidéo a {0} x {1} pixels. Au plus {2} mégapixels sont lus.</translation>
    </message>
    <message>
        <source>The video is damaged, or of a kind that cannot be read.</source>
        <translation>La vidéo est endommagée, ou d’un type qui ne peut pas être lu.</translation>
    </message>
    <message>
        <source>The weights are not those of {0}: of its {1} tensors {2} are in the file with the right shape. Name the architecture that they were trained for.</source>
        <translation>Les poids ne sont pas ceux de {0}&#xa0;: de ses {1} tenseurs, {2} sont dans le fichier avec la bonne forme. Donnez l’architecture pour laquelle ils ont été entraînés.</translation>
    </message>
    <message>
        <source>The window cannot be opened: {0}</source>
        <translation>La fenêtre ne peut pas s’ouvrir&#xa0;: {0}</translation>
    </message>
    <message>
        <source>The window needs libraries that this system lacks. On Debian or Ubuntu: sudo apt-get install {0}</source>
        <translation>La fenêtre demande des bibliothèques qui manquent à ce système. Sous Debian ou Ubuntu : sudo apt-get install {0}</translation>
    </message>
    <message>
        <source>The work was stopped.</source>
        <translation>Le travail a été arrêté.</translation>
    </message>
    <message>
        <source>The worker on {0} does not have the model {1}.</source>
        <translation>Le worker sur {0} n’a pas le modèle {1}.</translation>
    </message>
    <message>
        <source>The worker on {0}: {1}</source>
        <translation>Le worker sur {0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>The worker processes that read pictures cannot start: {0}.</source>
        <translation>Les processus qui lisent les images ne peuvent pas démarrer&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The workers at {0} cannot index: {1}. Each of them needs cbir {2} with the extra cluster. {3}</source>
        <translation>Les workers de {0} ne peuvent pas indexer&#xa0;: {1}. Chacun d’eux a besoin de cbir {2} avec l’extra cluster. {3}</translation>
    </message>
    <message>
        <source>The workers at {0} cannot index: {1}. Install the same there as here, and start them again. {2}</source>
        <translation>Les workers de {0} ne peuvent pas indexer&#xa0;: {1}. Installez là-bas la même chose qu’ici et redémarrez-les. {2}</translation>
    </message>
    <message>
        <source>The {0} model is not part of this installation of the program.</source>
        <translation>Le modèle {0} ne fait pas partie de cette installation du programme.</translation>
    </message>
    <message>
        <source>There are no new words yet. Learn them first.</source>
        <translation>Il n’y a pas encore de nouveaux mots. Apprenez-les d’abord.</translation>
    </message>
    <message>
        <source>There is a file {0} already. Give the backup another name.</source>
        <translation>Il y a déjà un fichier {0}. Donnez un autre nom à la sauvegarde.</translation>
    </message>
    <message>
        <source>There is a thing &quot;{0}&quot; already. Join the two, or take another name.</source>
        <translation>Il existe déjà un motif « {0} ». Réunissez les deux ou choisissez un autre nom.</translation>
    </message>
    <message>
        <source>There is already a model called {0}. Remove it first, or choose another name.</source>
        <translation>Il y a déjà un modèle nommé {0}. Supprimez-le d’abord, ou choisissez un autre nom.</translation>
    </message>
    <message>
        <source>There is another file in its place now, so it stays in the trash.</source>
        <translation>Il y a maintenant un autre fichier à sa place, il reste donc à la corbeille.</translation>
    </message>
    <message>
        <source>There is no NVIDIA GPU that programs can use here.</source>
        <translation>Il n’y a pas ici de carte NVIDIA utilisable.</translation>
    </message>
    <message>
        <source>There is no codebook at {0}.</source>
        <translation>Il n’y a pas de codebook dans {0}.</translation>
    </message>
    <message>
        <source>There is no face in this picture that is large and sharp enough.</source>
        <translation>Aucun visage de cette image n&apos;est assez grand et assez net.</translation>
    </message>
    <message>
        <source>There is no file {0}.</source>
        <translation>Il n’y a pas de fichier {0}.</translation>
    </message>
    <message>
        <source>There is no folder {0} to put the backup into.</source>
        <translation>Il n’y a pas de dossier {0} où mettre la sauvegarde.</translation>
    </message>
    <message>
        <source>There is no folder {0}.</source>
        <translation>Il n’y a pas de dossier {0}.</translation>
    </message>
    <message>
        <source>There is no group &quot;{0}&quot; on the similarity map. List all groups with: cbir similarity groups</source>
        <translation>Il n’y a pas de groupe « {0} » sur la carte des ressemblances. Pour tous les groupes : cbir similarity groups</translation>
    </message>
    <message>
        <source>There is no library at {0}. Make one with: “Add folder…” in the menu Library</source>
        <translation>Il n’y a pas de bibliothèque dans {0}. Créez-en une&#xa0;: «&#xa0;Ajouter un dossier…&#xa0;» dans le menu Bibliothèque</translation>
    </message>
    <message>
        <source>There is no picture to copy.</source>
        <translation>Il n’y a pas d’image à copier.</translation>
    </message>
    <message>
        <source>There is no picture to show.</source>
        <translation>Il n’y a aucune image à afficher.</translation>
    </message>
    <message>
        <source>There is no such part of this photo. Draw the face inside it.</source>
        <translation>Cette partie n’existe pas dans la photo. Dessinez le visage à l’intérieur.</translation>
    </message>
    <message>
        <source>There is no thing &quot;{0}&quot;. List all things with: cbir things list</source>
        <translation>Il n’y a pas de motif « {0} ». Pour tous les motifs : cbir things list</translation>
    </message>
    <message>
        <source>There is no trash on its drive that you may use, and it stays.</source>
        <translation>Il n’y a pas sur son disque de corbeille que vous puissiez utiliser, il reste donc.</translation>
    </message>
    <message>
        <source>There is nobody called {0} in this library. List everybody: cbir people list</source>
        <translation>Personne ne s&apos;appelle {0} dans cette bibliothèque. Lister tout le monde : cbir people list</translation>
    </message>
    <message>
        <source>There is not enough memory to decode this picture.</source>
        <translation>Il n’y a pas assez de mémoire pour décoder cette image.</translation>
    </message>
    <message>
        <source>There is nothing to search for in: {0}</source>
        <translation>Il n’y a rien à chercher dans&#xa0;: {0}</translation>
    </message>
    <message>
        <source>There is nothing to search for. Give text, photo, or a picture as the body.</source>
        <translation>Il n’y a rien à chercher. Donnez text, photo, ou une image comme corps de la requête.</translation>
    </message>
    <message>
        <source>There was not enough memory to decode it.</source>
        <translation>Il n’y avait pas assez de mémoire pour la décoder.</translation>
    </message>
    <message>
        <source>These are all photos of the thing: there is nothing to part them from.</source>
        <translation>Ce sont toutes les photos du motif : il n’y a rien dont les séparer.</translation>
    </message>
    <message>
        <source>They were made again.</source>
        <translation>Elles ont été refaites.</translation>
    </message>
    <message>
        <source>They work, from {0}.</source>
        <translation>Elles marchent, depuis {0}.</translation>
    </message>
    <message>
        <source>This album was removed meanwhile.</source>
        <translation>Cet album a été retiré entre-temps.</translation>
    </message>
    <message>
        <source>This computer is very busy; still working.</source>
        <translation>Cet ordinateur est très occupé ; le travail continue.</translation>
    </message>
    <message>
        <source>This change needs the people or faces that it is about.</source>
        <translation>Il manque à cette modification les personnes ou les visages concernés.</translation>
    </message>
    <message>
        <source>{0} cannot be laid over another photo: its transform is not nine numbers.</source>
        <translation>{0} ne peut pas être superposée à une autre photo : sa transformation ne compte pas neuf nombres.</translation>
    </message>
    <message>
        <source>This face has no person yet. Name it first.</source>
        <translation>Ce visage n’a pas encore de personne. Nommez-le d’abord.</translation>
    </message>
    <message>
        <source>This face is no longer in the library.</source>
        <translation>Ce visage n&apos;est plus dans la bibliothèque.</translation>
    </message>
    <message>
        <source>This face was not drawn by hand. Take its name away instead.</source>
        <translation>Ce visage n’a pas été dessiné à la main. Retirez-lui plutôt son nom.</translation>
    </message>
    <message>
        <source>This is a device, or a link to one, not a file.</source>
        <translation>C’est un périphérique, ou un lien vers l’un d’eux, pas un fichier.</translation>
    </message>
    <message>
        <source>This is a folder, not a file.</source>
        <translation>C’est un dossier, pas un fichier.</translation>
    </message>
    <message>
        <source>This is a pipe or a socket between programs, not a file.</source>
        <translation>C’est un canal entre programmes, pas un fichier.</translation>
    </message>
    <message>
        <source>This is not a video of a known kind.</source>
        <translation>Ce n’est pas une vidéo d’un type connu.</translation>
    </message>
    <message>
        <source>This is too much at once: {0} takes {1} at most.</source>
        <translation>C’est trop à la fois : {0} accepte {1} au plus.</translation>
    </message>
    <message>
        <source>This is {0} {1} file; that format cannot be read.</source>
        <translation>C’est un fichier {1}&#x202f;; ce format ne peut pas être lu.</translation>
    </message>
    <message>
        <source>This library asks for a token. Open its address again, with the one that you were given.</source>
        <translation>Cette bibliothèque demande un jeton. Ouvrez de nouveau son adresse, avec celui que vous avez reçu.</translation>
    </message>
    <message>
        <source>This library was written by a newer version of cbir (its catalog has version {0}, this program knows up to {1}). Update cbir to open it; nothing was changed.</source>
        <translation>Cette bibliothèque a été écrite par une version plus récente de cbir (son catalogue a la version {0}, ce programme connaît jusqu’à {1}). Mettez cbir à jour pour l’ouvrir&#x202f;; rien n’a été modifié.</translation>
    </message>
    <message>
        <source>This person is no longer in the library.</source>
        <translation>Cette personne n&apos;est plus dans la bibliothèque.</translation>
    </message>
    <message>
        <source>This photo is no longer in the library.</source>
        <translation>Cette photo n’est plus dans la bibliothèque.</translation>
    </message>
    <message>
        <source>This photo is no longer in the library. Nothing was moved.</source>
        <translation>Cette photo n’est plus dans la bibliothèque. Rien n’a été déplacé.</translation>
    </message>
    <message>
        <source>This service answers only its own page here. Programs need a token.</source>
        <translation>Ce service ne répond ici qu’à sa propre page. Les programmes ont besoin d’un jeton.</translation>
    </message>
    <message>
        <source>This service leaves out people, so photos can&apos;t be found by their number.</source>
        <translation>Ce service laisse de côté les personnes : on ne peut pas trouver de photos par leur nombre.</translation>
    </message>
    <message>
        <source>This thing is no longer in the library.</source>
        <translation>Ce motif n’est plus dans la bibliothèque.</translation>
    </message>
    <message>
        <source>This token has expired. Ask for a new one.</source>
        <translation>Ce jeton a expiré. Demandez-en un nouveau.</translation>
    </message>
    <message>
        <source>This token is for reading. Ask for one with the role write.</source>
        <translation>Ce jeton ne permet que la lecture. Demandez-en un avec le rôle write.</translation>
    </message>
    <message>
        <source>This token is not valid, or was withdrawn.</source>
        <translation>Ce jeton n’est pas valable, ou a été retiré.</translation>
    </message>
    <message>
        <source>This took longer than {0} s. Ask for less.</source>
        <translation>Cela a pris plus de {0} s. Demandez moins.</translation>
    </message>
    <message>
        <source>To see what to do, choose: “Check the library…” in the menu Library</source>
        <translation>Pour savoir que faire, choisissez « Vérifier la bibliothèque… » dans le menu Bibliothèque</translation>
    </message>
    <message>
        <source>Videos indexed: {0}. Frames kept: {1}.</source>
        <translation>Vidéos indexées : {0}. Images gardées : {1}.</translation>
    </message>
    <message>
        <source>Videos of Live Photos, which are one item with their photos: {0}.</source>
        <translation>Vidéos de Live Photos, qui ne font qu’un avec leurs photos : {0}.</translation>
    </message>
    <message>
        <source>You have no home folder here. Set the environment variable HOME to one.</source>
        <translation>Vous n’avez pas de dossier personnel ici. Définissez la variable d’environnement HOME.</translation>
    </message>
    <message>
        <source>a value of it is unusual</source>
        <translation>une de ses valeurs est inhabituelle</translation>
    </message>
    <message>
        <source>an installed program</source>
        <translation>un programme installé</translation>
    </message>
    <message>
        <source>and features/{0} disagree about document {1}</source>
        <translation>et features/{0} ne s’accordent pas sur le document {1}</translation>
    </message>
    <message>
        <source>features/{0} has no readable manifest ({1}).</source>
        <translation>features/{0} n’a pas de manifeste lisible ({1}).</translation>
    </message>
    <message>
        <source>features/{0} has no row {1} ({2}).</source>
        <translation>features/{0} n’a pas de ligne {1} ({2}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: a photo&apos;s words are not those of a codebook ({1}).</source>
        <translation>features/{0} est endommagé : les mots d’une photo ne sont pas ceux d’un dictionnaire ({1}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: its offsets do not fit its records ({1}).</source>
        <translation>features/{0} est endommagé : ses positions ne correspondent pas à ses enregistrements ({1}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: points of row {1} lie outside of it ({2}).</source>
        <translation>features/{0} est endommagé : des points de la ligne {1} se trouvent en dehors ({2}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: records cannot be read ({1}).</source>
        <translation>features/{0} est endommagé : des enregistrements sont illisibles ({1}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: row {1} has changed since it was written ({2}).</source>
        <translation>features/{0} est endommagé : la ligne {1} a changé depuis son écriture ({2}).</translation>
    </message>
    <message>
        <source>features/{0} is damaged: row {1} is cut short ({2}).</source>
        <translation>features/{0} est endommagé : la ligne {1} est tronquée ({2}).</translation>
    </message>
    <message>
        <source>it declares a document type</source>
        <translation>il déclare un type de document</translation>
    </message>
    <message>
        <source>it has {0}</source>
        <translation>il contient {0}</translation>
    </message>
    <message>
        <source>its exported towers differ from torch&apos;s (cosine {0})</source>
        <translation>ses tours exportées diffèrent de celles de torch (cosinus {0})</translation>
    </message>
    <message>
        <source>its towers cannot be exported ({0})</source>
        <translation>ses tours ne peuvent pas être exportées ({0})</translation>
    </message>
    <message>
        <source>k1 and b have an effect on the weighting bm25 only.</source>
        <translation>k1 et b n’agissent que sur la pondération bm25.</translation>
    </message>
    <message>
        <source>open_clip knows no architecture called {0}.{1}</source>
        <translation>open_clip ne connaît pas d’architecture nommée {0}.{1}</translation>
    </message>
    <message>
        <source>open_clip names no tokenizer file for {0}. Import the model as a folder of ONNX towers instead.</source>
        <translation>open_clip n’indique pas de fichier de tokenizer pour {0}. Importez plutôt le modèle comme dossier de tours ONNX.</translation>
    </message>
    <message>
        <source>postings/{0} {1}.</source>
        <translation>postings/{0} {1}.</translation>
    </message>
    <message>
        <source>scale is a number above 0, not {0}.</source>
        <translation>scale est un nombre supérieur à 0, pas {0}.</translation>
    </message>
    <message>
        <source>side_px is between 1 and {0}, not {1}.</source>
        <translation>side_px est compris entre 1 et {0}, pas {1}.</translation>
    </message>
    <message>
        <source>the faces could not be put in</source>
        <translation>les visages n’ont pas pu y être ajoutés</translation>
    </message>
    <message>
        <source>version {0} for graphics cards, which sees none here</source>
        <translation>version {0} pour cartes graphiques, qui n’en voit aucune ici</translation>
    </message>
    <message>
        <source>version {0} for graphics cards, which sees {1}</source>
        <translation>version {0} pour cartes graphiques, qui en voit {1}</translation>
    </message>
    <message>
        <source>version {0} for processors; the one for graphics cards can take its place</source>
        <translation>version {0} pour processeurs ; celle pour cartes graphiques peut la remplacer</translation>
    </message>
    <message>
        <source>{0} % searched so far: {1} of {2} photos are ready to search by content.</source>
        <translation>{0} % parcourus jusqu’ici : {1} photos sur {2} sont prêtes pour la recherche par contenu.</translation>
    </message>
    <message>
        <source>{0} This computer encodes the photos instead. To have the workers do it, install the same model on each of them.</source>
        <translation>{0} C’est cet ordinateur qui encode les photos. Pour que les workers le fassent, installez le même modèle sur chacun d’eux.</translation>
    </message>
    <message>
        <source>{0} and {1} are two people. Take the name of one away first.</source>
        <translation>{0} et {1} sont deux personnes. Retirez d&apos;abord le nom de l&apos;une.</translation>
    </message>
    <message>
        <source>{0} cannot be opened now. Has it moved, or is its drive not connected?</source>
        <translation>{0} ne peut pas être ouvert maintenant. A-t-il été déplacé, ou son disque n’est-il pas connecté ?</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}</source>
        <translation>Impossible de lire {0}&#x202f;: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}.</source>
        <translation>{0} est inutilisable&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be written as MP4 on this computer. Write a .gif file.</source>
        <translation>{0} ne peut pas être écrit au format MP4 sur cet ordinateur. Écrivez un fichier .gif.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}</source>
        <translation>{0} ne peut pas être écrit : {1}</translation>
    </message>
    <message>
        <source>{0} could not be copied to this computer: {1}.</source>
        <translation>{0} n’a pas pu être copié sur cet ordinateur&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} does not allow that ({1}). Its administrator has to run in the database: CREATE EXTENSION vector, and GRANT CREATE ON DATABASE for your user.</source>
        <translation>{0} ne le permet pas ({1}). Son administrateur doit exécuter dans la base de données CREATE EXTENSION vector, et GRANT CREATE ON DATABASE pour votre utilisateur.</translation>
    </message>
    <message>
        <source>{0} does not let this program in ({1}). Set the environment variable PGPASSWORD, or put the password into ~/.pgpass, and run the same command again.</source>
        <translation>{0} refuse ce programme ({1}). Définissez la variable d’environnement PGPASSWORD, ou écrivez le mot de passe dans ~/.pgpass, et relancez la même commande.</translation>
    </message>
    <message>
        <source>{0} does not use HTTPS there. Check the address and its port.</source>
        <translation>{0} ne parle pas HTTPS à cet endroit. Vérifiez l’adresse et son port.</translation>
    </message>
    <message>
        <source>{0} gives {1} only to people who accepted its terms. Accept them there, and set HF_TOKEN to your token.</source>
        <translation>{0} ne donne {1} qu’aux personnes qui en ont accepté les conditions. Acceptez-les là-bas et donnez votre jeton à HF_TOKEN.</translation>
    </message>
    <message>
        <source>{0} has no extension pgvector. Install it there (Debian: postgresql-18-pgvector), and run the same command again.</source>
        <translation>{0} n’a pas l’extension pgvector. Installez-la là-bas (Debian&#xa0;: postgresql-18-pgvector) et relancez la même commande.</translation>
    </message>
    <message>
        <source>{0} has pgvector {1}. A library needs 0.8 or a later one: install it there, and run ALTER EXTENSION vector UPDATE in the database.</source>
        <translation>{0} a pgvector {1}. Une bibliothèque a besoin de la version 0.8 ou d’une plus récente&#xa0;: installez-la là-bas, et exécutez ALTER EXTENSION vector UPDATE dans la base de données.</translation>
    </message>
    <message>
        <source>{0} is a replica, which only answers searches. Promote it, or name the primary too, as in postgresql://HOST1,HOST2/DATABASE</source>
        <translation>{0} est un réplica, qui ne répond qu’aux recherches. Promouvez-le, ou indiquez aussi le serveur primaire, comme dans postgresql://HOST1,HOST2/BASE</translation>
    </message>
    <message>
        <source>{0} is damaged: its axes do not fit.</source>
        <translation>{0} est endommagé : ses axes ne concordent pas.</translation>
    </message>
    <message>
        <source>{0} is damaged: its documents do not ascend.</source>
        <translation>{0} est endommagé : ses documents ne sont pas en ordre croissant.</translation>
    </message>
    <message>
        <source>{0} is damaged: its documents do not fit its index.</source>
        <translation>{0} est endommagé : ses documents ne correspondent pas à son index.</translation>
    </message>
    <message>
        <source>{0} is damaged: its index does not fit its documents.</source>
        <translation>{0} est endommagé : son index ne correspond pas à ses documents.</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} ({2}).</source>
        <translation>{0} est endommagé : {1} ({2}).</translation>
    </message>
    <message>
        <source>{0} is inside the library itself. Name another place.</source>
        <translation>{0} est dans la bibliothèque elle-même. Donnez un autre endroit.</translation>
    </message>
    <message>
        <source>{0} is marked both right and wrong for this search. Remove one of the marks.</source>
        <translation>{0} est marquée à la fois juste et fausse pour cette recherche. Retirez l’une des marques.</translation>
    </message>
    <message>
        <source>{0} is missing or damaged. Install the program again.</source>
        <translation>{0} manque ou est endommagé. Réinstallez le programme.</translation>
    </message>
    <message>
        <source>{0} is not a folder. Name the folder that contains it.</source>
        <translation>{0} n’est pas un dossier. Donnez le dossier où il se trouve.</translation>
    </message>
    <message>
        <source>{0} is not a keyword: it has no letter or digit.</source>
        <translation>{0} n’est pas un mot-clé&#xa0;: il n’a ni lettre ni chiffre.</translation>
    </message>
    <message>
        <source>{0} is not a label: it has no letter or digit.</source>
        <translation>{0} n’est pas une étiquette : il n’y a ni lettre ni chiffre.</translation>
    </message>
    <message>
        <source>{0} is not a rating. A rating is 0 to 5 stars, or -1 for a rejected photo.</source>
        <translation>{0} n’est pas une note. Une note est de 0 à 5 étoiles, ou -1 pour une photo rejetée.</translation>
    </message>
    <message>
        <source>{0} is not an address. {1}</source>
        <translation>{0} n’est pas une adresse. {1}</translation>
    </message>
    <message>
        <source>{0} is not ready to search by content yet.</source>
        <translation>{0} n’est pas encore prête pour la recherche par contenu.</translation>
    </message>
    <message>
        <source>{0} is not what {1} has under that name.</source>
        <translation>{0} n&apos;est pas ce que {1} contient sous ce nom.</translation>
    </message>
    <message>
        <source>{0} is nowhere on earth: latitudes go from -90 to 90, longitudes from -180 to 180.</source>
        <translation>{0} n’est nulle part sur terre : les latitudes vont de -90 à 90, les longitudes de -180 à 180.</translation>
    </message>
    <message>
        <source>{0} is the same folder as {1}, which the library has already: its photos count once.</source>
        <translation>{0} est le même dossier que {1}, que la bibliothèque a déjà : ses photos comptent une fois.</translation>
    </message>
    <message>
        <source>A request has {0} values at most.</source>
        <translation>Une requête contient au plus {0} valeurs.</translation>
    </message>
    <message>
        <source> and {0} more</source>
        <translation> et {0} autres</translation>
    </message>
    <message>
        <source>A picture changes when it is written and read again.</source>
        <translation>Une image change quand elle est écrite puis relue.</translation>
    </message>
    <message>
        <source>A sample doesn&apos;t look as it should.</source>
        <translation>Un échantillon n’a pas l’aspect attendu.</translation>
    </message>
    <message>
        <source>A search takes {0} letters and {1} words at most.</source>
        <translation>Une recherche accepte au plus {0} lettres et {1} mots.</translation>
    </message>
    <message>
        <source>A value of the query has too many words: at most {0}.</source>
        <translation>Une valeur de la recherche a trop de mots : {0} au plus.</translation>
    </message>
    <message>
        <source>Another photo here has the same name, so it stays.</source>
        <translation>Une autre photo porte ici le même nom : le fichier reste.</translation>
    </message>
    <message>
        <source>Choose: “Check the library…” in the menu Library</source>
        <translation>Choisissez « Vérifier la bibliothèque… » dans le menu Bibliothèque</translation>
    </message>
    <message>
        <source>Free some disk space, and it is written again.</source>
        <translation>Libérez de l’espace sur le disque, et il sera réécrit.</translation>
    </message>
    <message>
        <source>It did nothing for {0} s and was stopped.</source>
        <translation>Rien ne s’est passé pendant {0} s, l’opération a donc été arrêtée.</translation>
    </message>
    <message>
        <source>It is a recording, and stays.</source>
        <translation>C’est un enregistrement, et il reste.</translation>
    </message>
    <message>
        <source>It is another name of {0}, and keeps the file.</source>
        <translation>C’est un autre nom de {0}, qui garde le fichier.</translation>
    </message>
    <message>
        <source>It is in the trash, but the disk is full, and the library still lists it. Free some space and choose “Scan for changes”.</source>
        <translation>Elle est dans la corbeille, mais le disque est plein et la bibliothèque la contient encore. Libérez de l’espace et choisissez «&#xa0;Chercher les changements&#xa0;».</translation>
    </message>
    <message>
        <source>It is the same file as {0}: there is nothing to free, and it stays.</source>
        <translation>C’est le même fichier que {0} : il n’y a rien à libérer, et il reste.</translation>
    </message>
    <message>
        <source>It took more than {0} MB of memory and was stopped.</source>
        <translation>L’opération a pris plus de {0} Mo de mémoire et a été arrêtée.</translation>
    </message>
    <message>
        <source>It was a link. Its file stays: {0}</source>
        <translation>C’était un lien. Son fichier reste : {0}</translation>
    </message>
    <message>
        <source>It was another name of {0}, and is in the trash too.</source>
        <translation>C’était un autre nom de {0}, qui est aussi dans la corbeille.</translation>
    </message>
    <message>
        <source>It was changed since, so it keeps what it received.</source>
        <translation>Il a été modifié depuis, et garde ce qu’il a repris.</translation>
    </message>
    <message>
        <source>Its drive did not answer for {0} s.</source>
        <translation>Le disque n’a pas répondu pendant {0} s.</translation>
    </message>
    <message>
        <source>More than {0} requests a minute came from this address. Ask again in {1} s.</source>
        <translation>Plus de {0} requêtes par minute sont venues de cette adresse. Redemandez dans {1} s.</translation>
    </message>
    <message>
        <source>More than {0} requests a minute came with this token. Ask again in {1} s.</source>
        <translation>Plus de {0} requêtes par minute sont venues avec ce jeton. Redemandez dans {1} s.</translation>
    </message>
    <message>
        <source>Name a folder by its path or by words of its name, such as in:holidays.</source>
        <translation>Indiquez un dossier par son chemin ou par des mots de son nom, par exemple in:vacances.</translation>
    </message>
    <message>
        <source>Preparing for this computer&apos;s processor, once (up to 15 s).</source>
        <translation>Adaptation unique au processeur de cet ordinateur (jusqu’à 15 s).</translation>
    </message>
    <message>
        <source>Send either Content-Length or Transfer-Encoding.</source>
        <translation>Envoyez soit Content-Length, soit Transfer-Encoding.</translation>
    </message>
    <message>
        <source>Send {0} headers and {1} values at most.</source>
        <translation>Envoyez au plus {0} en-têtes et {1} valeurs.</translation>
    </message>
    <message>
        <source>Send {0} pictures at once at most.</source>
        <translation>Envoyez au plus {0} images à la fois.</translation>
    </message>
    <message>
        <source>The catalog could not be checked for damage ({0}).</source>
        <translation>Le catalogue n’a pas pu être contrôlé ({0}).</translation>
    </message>
    <message>
        <source>The disk is full, and it stays.</source>
        <translation>Le disque est plein ; le fichier reste à sa place.</translation>
    </message>
    <message>
        <source>The disk is full. Free some space and try again.</source>
        <translation>Le disque est plein. Libérez de l’espace et réessayez.</translation>
    </message>
    <message>
        <source>The library cannot do this now. The service&apos;s administrator can find the reason in the log.</source>
        <translation>La bibliothèque ne peut pas le faire maintenant. L’administrateur du service en trouve la raison dans le journal.</translation>
    </message>
    <message>
        <source>The metadata of {0} of {1} photos has not been read yet{2}.</source>
        <translation>Les métadonnées de {0} photos sur {1} n’ont pas encore été lues{2}.</translation>
    </message>
    <message>
        <source>The model {0} has not seen the photos of this library yet.</source>
        <translation>Le modèle {0} n’a pas encore vu les photos de cette bibliothèque.</translation>
    </message>
    <message>
        <source>The search index cannot be reached now. Try again later.</source>
        <translation>L’index de recherche n’est pas joignable pour le moment. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>The service is busy. Ask again in {0} s.</source>
        <translation>Le service est occupé. Redemandez dans {0} s.</translation>
    </message>
    <message>
        <source>There is no model called {0}.</source>
        <translation>Il n’y a pas de modèle nommé {0}.</translation>
    </message>
    <message>
        <source>This service is read-only. Start it with --writable to allow changes.</source>
        <translation>Ce service est en lecture seule. Lancez-le avec --writable pour permettre les modifications.</translation>
    </message>
    <message>
        <source>To mend the library, choose: “Check the library…” in the menu Library, and then “Scan for changes”.</source>
        <translation>Pour réparer la bibliothèque, choisissez «&#xa0;Vérifier la bibliothèque…&#xa0;» dans le menu Bibliothèque, puis «&#xa0;Chercher les changements&#xa0;».</translation>
    </message>
    <message>
        <source>Too many pictures are being sent. Ask again in 5 s.</source>
        <translation>Trop d’images sont envoyées. Redemandez dans 5 s.</translation>
    </message>
    <message>
        <source>Trying the model</source>
        <translation>Essai du modèle</translation>
    </message>
    <message>
        <source>Trying the towers</source>
        <translation>Essai des tours</translation>
    </message>
    <message>
        <source>With http:// your token and your pictures would cross the network unencrypted. Use https:// instead.</source>
        <translation>Avec http://, votre jeton et vos images traverseraient le réseau sans chiffrement. Utilisez https://.</translation>
    </message>
    <message>
        <source>Write near:Lisbon, near:&quot;New York&quot; or near:38.7,-9.1.</source>
        <translation>Écrivez near:Lisbonne, near:&quot;New York&quot; ou near:38.7,-9.1.</translation>
    </message>
    <message>
        <source>Writing the weights</source>
        <translation>Écriture des poids</translation>
    </message>
    <message>
        <source>Writing the weights for a GPU</source>
        <translation>Écriture des poids pour une carte graphique</translation>
    </message>
    <message>
        <source>a row of {0} refers to nothing</source>
        <translation>une ligne de {0} ne mène à rien</translation>
    </message>
    <message>
        <source>a tag of it is unusual</source>
        <translation>une de ses balises est inhabituelle</translation>
    </message>
    <message>
        <source>an attribute of it is unusual</source>
        <translation>un de ses attributs est inhabituel</translation>
    </message>
    <message>
        <source>could not be used</source>
        <translation>n’a pas pu être utilisée</translation>
    </message>
    <message>
        <source>It stays, since {0} cannot be read or has changed since they were compared.</source>
        <translation>Il reste, car {0} ne peut pas être lu ou a changé depuis la comparaison.</translation>
    </message>
    <message>
        <source>A library&apos;s address has no password. Set the environment variable PGPASSWORD, or put it into ~/.pgpass</source>
        <translation>L’adresse d’une bibliothèque ne contient pas de mot de passe. Définissez la variable d’environnement PGPASSWORD, ou écrivez-le dans ~/.pgpass</translation>
    </message>
    <message>
        <source>Active now: {0}.</source>
        <translation>Actif maintenant : {0}.</translation>
    </message>
    <message>
        <source>Files of the format {0} left out, which cannot be read: {1}.</source>
        <translation>Fichiers au format {0}, illisible, laissés de côté : {1}.</translation>
    </message>
    <message>
        <source>It stays, since {0} is a link to it and would be broken.</source>
        <translation>Il reste, car {0} est un lien vers lui et serait rompu.</translation>
    </message>
    <message>
        <source>It was rewritten: the catalog is there.</source>
        <translation>Il a été réécrit&#xa0;: le catalogue est là.</translation>
    </message>
    <message>
        <source>Learning visual words needs {2} details, and the library&apos;s {0} photos have {1}. Add more photos first; until then the present words are better.</source>
        <translation>Apprendre des mots visuels demande {2} détails, et les {0} photos de la bibliothèque en ont {1}. Ajoutez d’abord des photos ; d’ici là, les mots actuels sont meilleurs.</translation>
    </message>
    <message>
        <source>Learning was stopped. Finished work is kept for the next time; searches use the old words.</source>
        <translation>L’apprentissage a été arrêté. Le travail terminé est conservé pour la prochaine fois ; les recherches utilisent les anciens mots.</translation>
    </message>
    <message>
        <source>No computer has the name {0}. Check the address and your connection.</source>
        <translation>Aucun ordinateur n’est connu sous le nom {0}. Vérifiez l’adresse et votre connexion.</translation>
    </message>
    <message>
        <source>No copy of it would be left.</source>
        <translation>Il n’en resterait aucune copie.</translation>
    </message>
    <message>
        <source>No file can have this name.</source>
        <translation>Aucun fichier ne peut porter ce nom.</translation>
    </message>
    <message>
        <source>No file on this computer can have the name of this photo: {0}.</source>
        <translation>Aucun fichier de cet ordinateur ne peut porter le nom de cette photo : {0}.</translation>
    </message>
    <message>
        <source>No photo is marked right for a search yet. Choose one, then: Photo › For this search</source>
        <translation>Aucune photo n’a encore été jugée bonne pour une recherche. Choisissez-en une, puis : Photo › Pour cette recherche</translation>
    </message>
    <message>
        <source>No photos match “{0}”, so it was left out.</source>
        <translation>Aucune photo ne correspond à « {0} » : ce critère a été ignoré.</translation>
    </message>
    <message>
        <source>Original files say where they were taken, and this token leaves that out.</source>
        <translation>Les originaux disent où ils ont été pris, ce que ce jeton ne communique pas.</translation>
    </message>
    <message>
        <source>Put the {0} of {1} beside {2}: the model needs it to read text.</source>
        <translation>Placez {0} de {1} à côté de {2} : le modèle en a besoin pour lire les textes.</translation>
    </message>
    <message>
        <source>Reading HEIC pictures needs the package pi-heif, which is not installed (pip install pi-heif).</source>
        <translation>Lire les images HEIC demande le paquet pi-heif, qui n’est pas installé (pip install pi-heif).</translation>
    </message>
    <message>
        <source>Searched again as if these hits were right, {0} of {1} verified: {2}.</source>
        <translation>Nouvelle recherche en supposant ces résultats justes, {0} sur {1} confirmés : {2}.</translation>
    </message>
    <message>
        <source>Searching by content needs a model{0}.</source>
        <translation>Chercher par le contenu demande un modèle{0}.</translation>
    </message>
    <message>
        <source>Send the picture itself: paths of other computers can&apos;t be read here.</source>
        <translation>Envoyez l’image elle-même : les chemins d’autres ordinateurs ne peuvent pas être lus ici.</translation>
    </message>
    <message>
        <source>Some of this may be wrong: the catalog is damaged.</source>
        <translation>Certaines choses peuvent être fausses : le catalogue est endommagé.</translation>
    </message>
    <message>
        <source>Text can be read only in a picture.</source>
        <translation>On ne peut lire du texte que dans une image.</translation>
    </message>
    <message>
        <source>The JPEG file is damaged: it contains no picture.</source>
        <translation>Le fichier JPEG est abîmé&#xa0;: il ne contient pas d’image.</translation>
    </message>
    <message>
        <source>The JPEG file is damaged: its header has no width or height.</source>
        <translation>Le fichier JPEG est abîmé&#xa0;: son en-tête n’a ni largeur ni hauteur.</translation>
    </message>
    <message>
        <source>The Photoshop file has no merged picture. Save it with “Maximize Compatibility” switched on.</source>
        <translation>Le fichier Photoshop ne contient pas d’image composite. Enregistrez-le avec « Maximiser la compatibilité ».</translation>
    </message>
    <message>
        <source>The WebP file is damaged: it contains no picture.</source>
        <translation>Le fichier WebP est abîmé&#xa0;: il ne contient pas d’image.</translation>
    </message>
    <message>
        <source>The answer of {0} cannot be read. It may run another version of the program.</source>
        <translation>La réponse de {0} est illisible. Il utilise peut-être une autre version du programme.</translation>
    </message>
    <message>
        <source>The answer of {0} is larger than {1} MB.</source>
        <translation>La réponse de {0} dépasse {1} Mo.</translation>
    </message>
    <message>
        <source>The architecture {0} prepares its texts in a way that cbir does not support. Import the model as a folder of ONNX towers instead.</source>
        <translation>L’architecture {0} prépare ses textes d’une façon que cbir ne connaît pas. Importez plutôt le modèle comme dossier de tours ONNX.</translation>
    </message>
    <message>
        <source>The body did not arrive within {0} s.</source>
        <translation>Le contenu n’est pas arrivé en {0} s.</translation>
    </message>
    <message>
        <source>The catalog {0} has changed since it was written: {1} of its {2} pages differ.</source>
        <translation>Le catalogue {0} a changé depuis son écriture : {1} de ses {2} pages diffèrent.</translation>
    </message>
    <message>
        <source>The client has disconnected.</source>
        <translation>Le client s’est déconnecté.</translation>
    </message>
    <message>
        <source>The connection to the Dask scheduler at {0} was lost. Check that it is running. {1}</source>
        <translation>La connexion au scheduler Dask sur {0} est perdue. Vérifiez qu’il fonctionne. {1}</translation>
    </message>
    <message>
        <source>The download of {0} cannot be saved: {1}. Install again to continue where it stopped.</source>
        <translation>Le téléchargement de {0} ne peut pas être enregistré : {1}. Relancez l’installation pour le poursuivre.</translation>
    </message>
    <message>
        <source>The download of {0} was interrupted: {1}. Install again to continue where it stopped.</source>
        <translation>Le téléchargement de {0} a été interrompu&#xa0;: {1}. Une nouvelle installation reprendra là.</translation>
    </message>
    <message>
        <source>The download was stopped. Install again to continue where it stopped.</source>
        <translation>Le téléchargement a été arrêté. Une nouvelle installation reprendra là.</translation>
    </message>
    <message>
        <source>The file is damaged: its header has no width or height.</source>
        <translation>Le fichier est abîmé&#xa0;: son en-tête n’a ni largeur ni hauteur.</translation>
    </message>
    <message>
        <source>The file is damaged: no part of the picture can be decoded.</source>
        <translation>Le fichier est abîmé&#xa0;: rien de l’image ne peut être décodé.</translation>
    </message>
    <message>
        <source>The folder {0} is on a different drive than before.</source>
        <translation>Le dossier {0} est sur un autre disque qu’avant.</translation>
    </message>
    <message>
        <source>The folder {0} no longer has any pictures: is its drive connected? Its {1} photos were kept.</source>
        <translation>Le dossier {0} n’a plus d’image&#xa0;: son disque est-il connecté&#x202f;? Ses {1} photos ont été gardées.</translation>
    </message>
    <message>
        <source>The folder&apos;s configuration describes a preprocessing of pictures that cbir does not support.</source>
        <translation>La configuration du dossier décrit une préparation des images que cbir ne connaît pas.</translation>
    </message>
    <message>
        <source>The installation was stopped. Only the downloaded part was kept.</source>
        <translation>L’installation a été arrêtée. Seule la partie téléchargée a été conservée.</translation>
    </message>
    <message>
        <source>The library has no photos from {0}. The left column lists its folders.</source>
        <translation>La bibliothèque n’a pas de photos de {0}. La colonne de gauche montre ses dossiers.</translation>
    </message>
    <message>
        <source>The library has no photos yet.</source>
        <translation>La bibliothèque n’a pas encore de photos.</translation>
    </message>
    <message>
        <source>The library was closed. Open it again.</source>
        <translation>La bibliothèque a été fermée. Ouvrez-la de nouveau.</translation>
    </message>
    <message>
        <source>The library {0} is inside {1}: its own files are left out.</source>
        <translation>La bibliothèque {0} est dans {1}&#xa0;: ses propres fichiers sont laissés de côté.</translation>
    </message>
    <message>
        <source>The library&apos;s catalog {0} is a link, and is not written to. Replace it with the file that it leads to.</source>
        <translation>Le catalogue {0} de la bibliothèque est un lien, et rien n’y est écrit. Remplacez-le par le fichier auquel il mène.</translation>
    </message>
    <message>
        <source>The model reads pictures resized in the mode {0}, which cbir does not support.</source>
        <translation>Le modèle lit des images redimensionnées selon {0}, que cbir ne connaît pas.</translation>
    </message>
    <message>
        <source>The names of {0} of {1} photos are being prepared: parts of words and other spellings are not found there yet.</source>
        <translation>Les noms de {0} photos sur {1} sont en cours de préparation : les parties de mots et les autres graphies n’y sont pas encore trouvées.</translation>
    </message>
    <message>
        <source>The new words need {0} beside the old ones, and the library&apos;s disk has {1} left. Free some space and begin again. Nothing was changed.</source>
        <translation>Les nouveaux mots prennent {0} à côté des anciens, et il reste {1} sur le disque de la bibliothèque. Faites-y de la place, puis recommencez. Rien n’a été modifié.</translation>
    </message>
    <message>
        <source>The number of lists (nprobe) has no effect on this library: a server searches its embeddings.</source>
        <translation>Le nombre de listes (nprobe) n’a pas d’effet sur cette bibliothèque : un serveur cherche dans ses vecteurs.</translation>
    </message>
    <message>
        <source>The number of lists (nprobe) has no effect on this library: it has no trained index of embeddings. Train one with: {0}</source>
        <translation>Le nombre de listes (nprobe) n’a pas d’effet sur cette bibliothèque : elle n’a pas d’index entraîné de vecteurs. Pour en entraîner un : {0}</translation>
    </message>
    <message>
        <source>The number of lists (nprobe) has no effect on this search: it compares no embeddings.</source>
        <translation>Le nombre de listes (nprobe) n’a pas d’effet sur cette recherche : elle ne compare aucun vecteur.</translation>
    </message>
    <message>
        <source>The photos were not searched by content: {0}</source>
        <translation>Le contenu des photos n’a pas été cherché&#xa0;: {0}</translation>
    </message>
    <message>
        <source>The picture has no detail to match: it is blank, blurred or too small. The search found only photos that look like it.</source>
        <translation>L’image n’a aucun détail à comparer : elle est vide, floue ou trop petite. La recherche n’a trouvé que des photos qui lui ressemblent.</translation>
    </message>
    <message>
        <source>The picture is too large: it has more pixels than its header says.</source>
        <translation>L’image est trop grande : elle a plus de pixels que n’indique son en-tête.</translation>
    </message>
    <message>
        <source>The picture is too long and narrow to be compared: {0} x {1} pixels.</source>
        <translation>L’image est trop longue et étroite pour être comparée : {0} x {1} pixels.</translation>
    </message>
    <message>
        <source>The query&apos;s photo has moved, or its drive is disconnected. The search used the details stored in the library.</source>
        <translation>La photo de la recherche a été déplacée, ou son disque est déconnecté. La recherche a utilisé les détails enregistrés dans la bibliothèque.</translation>
    </message>
    <message>
        <source>The region {0},{1},{2},{3} is outside the picture, which is {4} x {5} pixels.</source>
        <translation>La zone {0},{1},{2},{3} est hors de l’image, qui fait {4} x {5} pixels.</translation>
    </message>
    <message>
        <source>The request is larger than {0}. Send less.</source>
        <translation>La requête dépasse {0}. Envoyez moins.</translation>
    </message>
    <message>
        <source>The saved searches in {0} cannot be read ({1}). “Check the library…” in the menu Library recovers the readable ones.</source>
        <translation>Les recherches enregistrées dans {0} ne peuvent pas être lues ({1}). «&#xa0;Vérifier la bibliothèque…&#xa0;» dans le menu Bibliothèque garde celles qui peuvent l’être.</translation>
    </message>
    <message>
        <source>The search of this album names a file or a folder of the other computer. Its administrator can do this.</source>
        <translation>La recherche de cet album désigne un fichier ou un dossier de l’autre ordinateur. Son administrateur peut le faire.</translation>
    </message>
    <message>
        <source>The service does not know this request.</source>
        <translation>Le service ne connaît pas cette requête.</translation>
    </message>
    <message>
        <source>The service does not offer this.</source>
        <translation>Le service ne propose pas cela.</translation>
    </message>
    <message>
        <source>The service is stopping. Ask again in 30 s.</source>
        <translation>Le service s’arrête. Redemandez dans 30 s.</translation>
    </message>
    <message>
        <source>The settings show, under Models, those that are available.</source>
        <translation>Les réglages montrent, sous Modèles, ceux qui sont disponibles.</translation>
    </message>
    <message>
        <source>The system cannot watch {0} ({1}): it is scanned every {2} minutes instead.</source>
        <translation>Le système ne peut pas surveiller {0} ({1})&#xa0;: on y regarde toutes les {2} minutes.</translation>
    </message>
    <message>
        <source>The thumbnail is damaged. It is rebuilt when its photo is indexed again.</source>
        <translation>La miniature est abîmée&#x202f;; elle est refaite quand sa photo est à nouveau indexée.</translation>
    </message>
    <message>
        <source>The worker on {0} does not see {1}, or sees another file in its place. All workers must see the photos under the same paths as this computer: mount the folder there, too. {2}</source>
        <translation>Le worker sur {0} ne voit pas {1}, ou y voit un autre fichier. Tous les workers doivent voir les photos sous les mêmes chemins que cet ordinateur&#xa0;: montez-y aussi le dossier. {2}</translation>
    </message>
    <message>
        <source>The {0} file is damaged or of an unknown kind.</source>
        <translation>Le fichier {0} est endommagé ou d’un type inconnu.</translation>
    </message>
    <message>
        <source>There are no new words for the library&apos;s present photos. Learn them first.</source>
        <translation>Il n’y a pas de nouveaux mots pour les photos actuelles de la bibliothèque. Apprenez-les d’abord.</translation>
    </message>
    <message>
        <source>There is no album &quot;{0}&quot;. List all albums with: cbir album list</source>
        <translation>Il n’y a pas d’album « {0} ». Tous les albums : cbir album list</translation>
    </message>
    <message>
        <source>There is no field {0}, so it was searched as a word. The fields are {1}.</source>
        <translation>Il n’y a pas de champ {0} ; il a donc été cherché comme mot. Les champs sont {1}.</translation>
    </message>
    <message>
        <source>There is no hit to expand the search with.</source>
        <translation>Aucun résultat ne permet d’élargir la recherche.</translation>
    </message>
    <message>
        <source>There is no known town called {0}. Did you mean {1}?</source>
        <translation>Aucune ville nommée {0} n’est connue. Vouliez-vous dire {1} ?</translation>
    </message>
    <message>
        <source>There is no known town called {0}. {1}</source>
        <translation>Aucune ville nommée {0} n’est connue. {1}</translation>
    </message>
    <message>
        <source>There is no such album. All albums: /api/albums</source>
        <translation>Cet album n’existe pas. Tous les albums : /api/albums</translation>
    </message>
    <message>
        <source>There is one, but torch cannot use it: {0}. Everything runs on the processor.</source>
        <translation>Il y en a une, mais torch ne peut pas l’utiliser : {0}. Tout fonctionne sur le processeur.</translation>
    </message>
    <message>
        <source>They are rewritten once the catalog is repaired.</source>
        <translation>Elles seront réécrites une fois le catalogue réparé.</translation>
    </message>
    <message>
        <source>They were rewritten from the present catalog.</source>
        <translation>Elles ont été réécrites à partir du catalogue actuel.</translation>
    </message>
    <message>
        <source>They work, but cannot be stored in any folder, so every start is slow.</source>
        <translation>Elles fonctionnent, mais ne peuvent être enregistrées dans aucun dossier : chaque démarrage est lent.</translation>
    </message>
    <message>
        <source>This computer does not trust the signer of the certificate of {0}. If it is yours, add it to this system&apos;s certificates.</source>
        <translation>Cet ordinateur ne fait pas confiance au signataire du certificat de {0}. S’il est à vous, ajoutez-le aux certificats du système.</translation>
    </message>
    <message>
        <source>This kind of {0} file is not supported.</source>
        <translation>Ce type de fichier {0} n’est pas pris en charge.</translation>
    </message>
    <message>
        <source>This kind of {0} file is not supported: {1}.</source>
        <translation>Ce type de fichier {0} n’est pas pris en charge : {1}.</translation>
    </message>
    <message>
        <source>This library is on another computer. Here you can search it and view its photos; the service&apos;s administrator can do the rest there.</source>
        <translation>Cette bibliothèque est sur un autre ordinateur. Ici, vous pouvez la parcourir et voir ses photos ; l’administrateur du service peut y faire le reste.</translation>
    </message>
    <message>
        <source>This service doesn&apos;t send original files. Start it with --originals to send them.</source>
        <translation>Ce service n’envoie pas d’originaux. Lancez-le avec --originals pour les envoyer.</translation>
    </message>
    <message>
        <source>This service leaves out where photos were taken, so near: and filters by place don&apos;t work.</source>
        <translation>Ce service n’indique pas où les photos ont été prises ; near: et les filtres par lieu ne fonctionnent donc pas.</translation>
    </message>
    <message>
        <source>Videos left out: {0}.</source>
        <translation>Vidéos laissées de côté : {0}.</translation>
    </message>
    <message>
        <source>Without a token, this service answers only its own page on this computer.</source>
        <translation>Sans jeton, ce service ne répond qu’à la page de cet ordinateur.</translation>
    </message>
    <message>
        <source>does not contain the documents that the catalog lists</source>
        <translation>n’a pas les documents que nomme le catalogue</translation>
    </message>
    <message>
        <source>does not contain the visual words that the features list</source>
        <translation>ne contient pas les mots visuels que donnent les caractéristiques</translation>
    </message>
    <message>
        <source>has too little free memory</source>
        <translation>a trop peu de mémoire libre</translation>
    </message>
    <message>
        <source>how large the pictures are</source>
        <translation>la taille des images</translation>
    </message>
    <message>
        <source>how long the texts are</source>
        <translation>la longueur des textes</translation>
    </message>
    <message>
        <source>imported from {0}</source>
        <translation>importé de {0}</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>il ne peut pas être lu</translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation>il manque</translation>
    </message>
    <message>
        <source>it is not well-formed XML ({0})</source>
        <translation>ce n’est pas du XML bien formé ({0})</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>il est trop grand</translation>
    </message>
    <message>
        <source>its end is missing</source>
        <translation>sa fin manque</translation>
    </message>
    <message>
        <source>more than 100 languages</source>
        <translation>plus de 100 langues</translation>
    </message>
    <message>
        <source>not readable now: see “Check the library…” in the menu Library</source>
        <translation>illisible maintenant&#xa0;: voir «&#xa0;Vérifier la bibliothèque…&#xa0;» dans le menu Bibliothèque</translation>
    </message>
    <message>
        <source>that of the imported towers</source>
        <translation>celle des tours importées</translation>
    </message>
    <message>
        <source>that of the imported weights</source>
        <translation>celle des poids importés</translation>
    </message>
    <message>
        <source>the keywords could not be put in</source>
        <translation>les mots-clés n’ont pas pu y être mis</translation>
    </message>
    <message>
        <source>the rating could not be put in</source>
        <translation>la note n’a pas pu y être mise</translation>
    </message>
    <message>
        <source>there is no RDF in it</source>
        <translation>il ne contient pas de RDF</translation>
    </message>
    <message>
        <source>they end with exit code {0} before they are ready</source>
        <translation>ils finissent avec le code {0} avant d’être prêts</translation>
    </message>
    <message>
        <source>they hang before they are ready</source>
        <translation>ils se bloquent avant d’être prêts</translation>
    </message>
    <message>
        <source>those of the imported towers</source>
        <translation>celles des tours importées</translation>
    </message>
    <message>
        <source>those of the imported weights</source>
        <translation>celles des poids importés</translation>
    </message>
    <message>
        <source>torch runs this model, more slowly and with more memory: {0}.</source>
        <translation>torch exécute ce modèle, plus lentement et avec plus de mémoire : {0}.</translation>
    </message>
    <message>
        <source>{0} Its photos were kept.</source>
        <translation>{0} Ses photos ont été gardées.</translation>
    </message>
    <message>
        <source>{0} Name a file that cbir codebook train wrote. Nothing was changed.</source>
        <translation>{0} Donnez un fichier écrit par cbir codebook train. Rien n’a été modifié.</translation>
    </message>
    <message>
        <source>{0} Only the photos that were put into this album by hand are shown.</source>
        <translation>{0} Seules les photos mises à la main dans cet album sont montrées.</translation>
    </message>
    <message>
        <source>{0} Open the library&apos;s address again, with a token that is valid.</source>
        <translation>{0} Ouvrez de nouveau l’adresse de la bibliothèque, avec un jeton valable.</translation>
    </message>
    <message>
        <source>{0} Restore it from a backup.</source>
        <translation>{0} Restaurez-le depuis une sauvegarde.</translation>
    </message>
    <message>
        <source>{0} The model runs on the CPU.</source>
        <translation>{0} Le modèle tourne sur le processeur.</translation>
    </message>
    <message>
        <source>{0} albums are called &quot;{1}&quot;. Name one by its id: {2}</source>
        <translation>{0} albums s’appellent «&#xa0;{1}&#xa0;». Désignez-en un par son identifiant&#xa0;: {2}</translation>
    </message>
    <message>
        <source>{0} and {1} are one folder</source>
        <translation>{0} et {1} sont un même dossier</translation>
    </message>
    <message>
        <source>{0} answers, but not as a service of this program does ({1}).</source>
        <translation>{0} répond, mais pas comme un service de ce programme ({1}).</translation>
    </message>
    <message>
        <source>{0} are installed in one place, where each overwrites the other. Uninstall all of them, then install one: pip uninstall {1}</source>
        <translation>{0} sont installés au même endroit, où chacun écrase l’autre. Désinstallez-les tous, puis installez-en un : pip uninstall {1}</translation>
    </message>
    <message>
        <source>{0} belongs to the library {1} on {2}. Name that one, or another folder with ?folder=DIR</source>
        <translation>{0} appartient à la bibliothèque {1} sur {2}. Indiquez celle-ci, ou un autre dossier avec ?folder=DIR</translation>
    </message>
    <message>
        <source>{0} can be found by picture and name only: the model {1} gives it no usable embedding.</source>
        <translation>{0} ne peut être trouvée que par image et nom&#xa0;: le modèle {1} n’en donne pas d’embedding utilisable.</translation>
    </message>
    <message>
        <source>{0} cannot be reached ({1}). Start it, and run the same command again.</source>
        <translation>{0} est injoignable ({1}). Démarrez-le, puis réessayez.</translation>
    </message>
    <message>
        <source>{0} cannot be reached. The service may not be running, or you are offline. Try again later.</source>
        <translation>{0} est injoignable. Le service est peut-être arrêté, ou vous êtes hors ligne. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>{0} cannot be reached: {1}. Check the connection, or download {2} on another computer and import that file.</source>
        <translation>{0} ne répond pas&#xa0;: {1}. Vérifiez la connexion, ou téléchargez {2} sur un autre ordinateur et importez ce fichier.</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). Open the library&apos;s address again.</source>
        <translation>{0} est illisible ({1}). Ouvrez de nouveau l’adresse de la bibliothèque.</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). Restore it, or {2}</source>
        <translation>{0} est illisible ({1}). Restaurez-le, ou {2}</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). {2}</source>
        <translation>{0} ne peut pas être lu ({1}). {2}</translation>
    </message>
    <message>
        <source>{0} cannot be read in the trash. Take it out again.</source>
        <translation>{0} ne peut pas être lu dans la corbeille. Ressortez-le.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is cut off, damaged or not a safetensors file.</source>
        <translation>{0} ne peut pas être lu&#xa0;: il est coupé, abîmé ou n’est pas un fichier safetensors.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is cut off, damaged or not torch&apos;s.</source>
        <translation>{0} ne peut pas être lu&#xa0;: il est coupé, abîmé ou n’est pas de torch.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is not JSON.</source>
        <translation>{0} ne peut pas être lu&#xa0;: ce n’est pas du JSON.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} ne peut pas être lu&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be searched for: {1}</source>
        <translation>Impossible de chercher avec {0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be the name of a model: use small letters, digits, dots, hyphens and underscores.</source>
        <translation>{0} ne peut pas être le nom d’un modèle&#xa0;: utilisez minuscules, chiffres, points, tirets et soulignés.</translation>
    </message>
    <message>
        <source>{0} contains a library whose index is on this computer. Name another folder for one on a server.</source>
        <translation>{0} contient une bibliothèque dont l’index est sur cet ordinateur. Indiquez un autre dossier pour une bibliothèque sur un serveur.</translation>
    </message>
    <message>
        <source>{0} contains more than named weights: it is not a checkpoint of a model.</source>
        <translation>{0} contient plus que des poids nommés&#xa0;: ce n’est pas un checkpoint de modèle.</translation>
    </message>
    <message>
        <source>{0} contains no named weights: it is not a checkpoint of a model.</source>
        <translation>{0} ne contient pas de poids nommés&#xa0;: ce n’est pas un checkpoint de modèle.</translation>
    </message>
    <message>
        <source>{0} could not be decoded ({1}: {2}).</source>
        <translation>{0} n’a pas pu être décodé ({1}&#xa0;: {2}).</translation>
    </message>
    <message>
        <source>{0} could not be read in the trash, so it was put back.</source>
        <translation>{0} n’a pas pu être lu dans la corbeille ; il a donc été remis en place.</translation>
    </message>
    <message>
        <source>{0} could not be written without faults: is the disk sound? Nothing was moved.</source>
        <translation>{0} n’a pas pu être écrit sans erreur : le disque est-il sain ? Rien n’a été déplacé.</translation>
    </message>
    <message>
        <source>{0} could not do what it was asked: {1}</source>
        <translation>{0} n’a pas pu faire ce qui était demandé&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0} descriptors are too few for {1} words. Give more photos or ask for fewer words.</source>
        <translation>{0} descripteurs sont trop peu pour {1} mots. Donnez plus de photos ou demandez moins de mots.</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds. Try again later.</source>
        <translation>{0} n’a pas répondu en {1} secondes. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>{0} did not arrive as the hub describes it: its checksum or its size differs. It was deleted. Install again.</source>
        <translation>{0} n’est pas arrivé tel que le hub le décrit&#xa0;: sa somme de contrôle ou sa taille diffère. Il a été supprimé. Réinstallez.</translation>
    </message>
    <message>
        <source>{0} dimensions are too many: the model&apos;s vectors have {1}.</source>
        <translation>{0} dimensions sont trop : les vecteurs du modèle en ont {1}.</translation>
    </message>
    <message>
        <source>{0} documents are in postings that are not there</source>
        <translation>{0} documents sont dans des listes qui n’existent pas</translation>
    </message>
    <message>
        <source>{0} documents belong to photos that are not there</source>
        <translation>{0} documents sont de photos qui n’existent pas</translation>
    </message>
    <message>
        <source>{0} documents have features that are not there</source>
        <translation>{0} documents ont des détails qui n’existent pas</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}, which has no {2}, one of {3} too many.</source>
        <translation>{0} ne contient pas les poids de {1}, qui n’a pas de {2}, un de {3} en trop.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}: {2} has numbers of the type {3}.</source>
        <translation>{0} ne contient pas les poids de {1}&#xa0;: {2} a des nombres du type {3}.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}: {2} has the shape {3}, not {4}.</source>
        <translation>{0} ne contient pas les poids de {1}&#xa0;: {2} a la forme {3}, pas {4}.</translation>
    </message>
    <message>
        <source>{0} does not contain the weights of {1}: {2} is missing, one of {3}.</source>
        <translation>{0} ne contient pas les poids de {1}&#xa0;: {2} manque, un de {3}.</translation>
    </message>
    <message>
        <source>{0} does not have these photos yet. Index your folders again: “Scan for changes”</source>
        <translation>{0} n’a pas encore ces photos. Indexez de nouveau vos dossiers&#xa0;: «&#xa0;Chercher les changements&#xa0;»</translation>
    </message>
    <message>
        <source>{0} is on Milvus, which cbir does not use any more. Name the folder of that library, or a PostgreSQL server, as in postgresql://localhost/photos</source>
        <translation>{0} se trouve sur Milvus, que cbir n’utilise plus. Indiquez le dossier de cette bibliothèque ou un serveur PostgreSQL, comme dans postgresql://localhost/photos</translation>
    </message>
    <message>
        <source>{0} is version {1}. A library needs PostgreSQL {2} or a later one.</source>
        <translation>{0} a la version {1}. Une bibliothèque a besoin de PostgreSQL {2} ou d’une version plus récente.</translation>
    </message>
    <message>
        <source>{0} lists are too many for {1} embeddings.</source>
        <translation>{0} listes sont trop pour {1} vecteurs.</translation>
    </message>
    <message>
        <source>{0} lists cannot be searched: there are {1}.</source>
        <translation>Impossible de parcourir {0} listes : il y en a {1}.</translation>
    </message>
    <message>
        <source>{0} must be a function of a module that can be imported: workers describe photos in other processes.</source>
        <translation>{0} doit être une fonction d&apos;un module importable : les photos sont décrites dans d&apos;autres processus.</translation>
    </message>
    <message>
        <source>{0} must return at most {1} features, with descriptors of uint8.</source>
        <translation>{0} doit rendre au plus {1} caractéristiques, avec des descripteurs en uint8.</translation>
    </message>
    <message>
        <source>{0} must return cbir.Features of the size {1}.</source>
        <translation>{0} doit rendre des cbir.Features de taille {1}.</translation>
    </message>
    <message>
        <source>{0} of the stored photo counts are wrong</source>
        <translation>{0} des nombres de photos enregistrés sont faux</translation>
    </message>
    <message>
        <source>{0} of {1} photos cannot be found by content yet.</source>
        <translation>{0} photos sur {1} ne peuvent pas encore être trouvées par le contenu.</translation>
    </message>
    <message>
        <source>{0} of {1} photos were read by an earlier version, which knew no exposure and no names of people{2}.</source>
        <translation>{0} photos sur {1} ont été lues par une version antérieure, qui ne connaissait ni l’exposition ni les noms des personnes{2}.</translation>
    </message>
    <message>
        <source>{0} people are called {1}. Say which one, by number.</source>
        <translation>{0} personnes s’appellent {1}. Indiquez laquelle par son numéro.</translation>
    </message>
    <message>
        <source>{0} photos are filtered by a wrong date</source>
        <translation>{0} photos sont filtrées selon une date erronée</translation>
    </message>
    <message>
        <source>{0} photos are filtered by a wrong rating</source>
        <translation>{0} photos sont filtrées selon une note erronée</translation>
    </message>
    <message>
        <source>{0} photos are filtered by another version of their content</source>
        <translation>{0} photos sont filtrées selon une autre version de leur contenu</translation>
    </message>
    <message>
        <source>{0} photos are missing from the filters or listed there in error</source>
        <translation>{0} photos manquent dans les filtres ou y figurent à tort</translation>
    </message>
    <message>
        <source>{0} photos are missing from the full text or listed there in error</source>
        <translation>{0} photos manquent dans le texte intégral ou y figurent à tort</translation>
    </message>
    <message>
        <source>{0} photos are not searchable until they are read again.</source>
        <translation>{0} photos ne peuvent pas être cherchées avant d’être relues.</translation>
    </message>
    <message>
        <source>{0} reads pictures that are not square, which cbir does not support.</source>
        <translation>{0} lit des images non carrées, ce que cbir ne connaît pas.</translation>
    </message>
    <message>
        <source>{0} refers to a library on another computer. Open it in the window: cbir gui --library ADDRESS</source>
        <translation>{0} renvoie à une bibliothèque sur un autre ordinateur. Ouvrez-la dans la fenêtre : cbir gui --library ADDRESS</translation>
    </message>
    <message>
        <source>{0} returned positions, scales or angles that are not finite.</source>
        <translation>{0} a rendu des positions, des échelles ou des angles qui ne sont pas finis.</translation>
    </message>
    <message>
        <source>{0} several frames or pages: only the first was indexed.</source>
        <translation>{0} plusieurs images ou pages&#xa0;: de chacune, la première a été indexée.</translation>
    </message>
    <message>
        <source>{0} does not say how pictures are made ready: it needs {1}, {2} or {3}.</source>
        <translation>{0} ne dit pas comment préparer les images&#xa0;: il faut {1}, {2} ou {3}.</translation>
    </message>
    <message>
        <source>A GPU needs torch and open_clip. {0}</source>
        <translation>Une carte graphique a besoin de torch et d’open_clip. {0}</translation>
    </message>
    <message>
        <source>Reading text in photos needs the package rapidocr, which is not installed. {0}</source>
        <translation>Pour lire le texte dans les photos, il manque le paquet rapidocr. {0}</translation>
    </message>
    <message>
        <source>The package rapidocr in {0} lacks its models ({1}). {2}</source>
        <translation>Il manque ses modèles au paquet rapidocr dans {0} ({1}). {2}</translation>
    </message>
    <message>
        <source>The service needs packages that are not installed ({0}). {1}</source>
        <translation>Le service a besoin de paquets qui manquent ici ({0}). {1}</translation>
    </message>
    <message>
        <source>The sign &quot;{0}&quot; is not read.</source>
        <translation>L’enseigne « {0} » n’est pas lue.</translation>
    </message>
    <message>
        <source>There is one, and this installation has no way to it: everything runs on the processor. {0}</source>
        <translation>Il y en a une, mais cette installation ne peut pas l’utiliser : tout s’exécute sur le processeur. {0}</translation>
    </message>
    <message>
        <source>This installation lacks a compiled loop. {0}</source>
        <translation>Il manque une boucle compilée à cette installation. {0}</translation>
    </message>
    <message>
        <source>This installed program does not bring that; cbir as a Python package does.</source>
        <translation>Ce programme installé ne l’apporte pas ; cbir comme paquet Python, oui.</translation>
    </message>
    <message>
        <source>This installed program reads no JPEG XL pictures; cbir as a Python package does, with the extra jxl.</source>
        <translation>Ce programme installé ne lit pas JPEG XL ; cbir comme paquet Python le lit, avec l’extra jxl.</translation>
    </message>
    <message>
        <source>Workers on other computers need packages that are not installed ({0}). {1}</source>
        <translation>Les workers sur d’autres ordinateurs ont besoin de paquets qui manquent ici ({0}). {1}</translation>
    </message>
    <message>
        <source>{0} That needs packages that are not installed ({1}). {2}</source>
        <translation>{0} Cela demande des paquets qui manquent ici ({1}). {2}</translation>
    </message>
    <message>
        <source>{0} cannot be loaded: the file is damaged. {1}</source>
        <translation>{0} ne peut pas être chargé : le fichier est endommagé. {1}</translation>
    </message>
    <message>
        <source>{0} does not say where its server is. Restore it, or {1}</source>
        <translation>{0} n’indique pas où se trouve son serveur. Restaurez-le, ou {1}</translation>
    </message>
    <message>
        <source>{0} ends early.</source>
        <translation>{0} finit trop tôt.</translation>
    </message>
    <message>
        <source>{0} files are both photos and failures</source>
        <translation>{0} fichiers sont à la fois photos et échecs</translation>
    </message>
    <message>
        <source>{0} gives vectors that cannot be compared: its weights are damaged.</source>
        <translation>{0} donne des vecteurs qui ne se comparent pas&#xa0;: ses poids sont abîmés.</translation>
    </message>
    <message>
        <source>{0} has no effect on an exact search. Add: {1}</source>
        <translation>{0} n’a pas d’effet sur une recherche exacte. Ajoutez : {1}</translation>
    </message>
    <message>
        <source>{0} has no effect up to {1} embeddings, which are all compared, and this library has {2}. Add: {3}</source>
        <translation>{0} n’a pas d’effet jusqu’à {1} vecteurs, qui sont tous comparés, et cette bibliothèque en a {2}. Ajoutez : {3}</translation>
    </message>
    <message>
        <source>{0} has no readable manifest ({1}).</source>
        <translation>{0} n’a pas de manifeste lisible ({1}).</translation>
    </message>
    <message>
        <source>{0} has no readable {1}: it is not a model.</source>
        <translation>{0} n’a pas de {1} lisible&#xa0;: ce n’est pas un modèle.</translation>
    </message>
    <message>
        <source>{0} has no {1} tower: none of {2} is there.</source>
        <translation>{0} n’a pas de tour {1}&#xa0;: rien de {2} n’est là.</translation>
    </message>
    <message>
        <source>{0} has no {1}: without it no sentence can be read.</source>
        <translation>{0} n’a pas de {1}&#xa0;: sans cela aucune phrase ne peut être lue.</translation>
    </message>
    <message>
        <source>{0} has not seen the photos yet.</source>
        <translation>{0} n’a pas encore vu les photos.</translation>
    </message>
    <message>
        <source>{0} has version {1} of cbir, this computer {2}</source>
        <translation>{0} a la version {1} de cbir, cet ordinateur {2}</translation>
    </message>
    <message>
        <source>{0} is a file of weights: name its architecture, such as ViT-B-32.</source>
        <translation>{0} est un fichier de poids&#xa0;: donnez son architecture, comme ViT-B-32.</translation>
    </message>
    <message>
        <source>{0} is a part of the library itself. Name a folder of photos.</source>
        <translation>{0} fait partie de la bibliothèque elle-même. Donnez un dossier de photos.</translation>
    </message>
    <message>
        <source>{0} is a {1} of format {2}, not a {3} of format {4}.</source>
        <translation>{0} est un {1} de format {2}, pas un {3} de format {4}.</translation>
    </message>
    <message>
        <source>{0} is being installed by another process. Wait until it is done.</source>
        <translation>{0} est en cours d’installation par un autre programme. Attendez la fin.</translation>
    </message>
    <message>
        <source>{0} is damaged: its arrays are not {1} x {2} numbers ({3}).</source>
        <translation>{0} est abîmé&#xa0;: ses tableaux ne sont pas {1} x {2} nombres ({3}).</translation>
    </message>
    <message>
        <source>{0} is damaged: its checksums do not fit its files ({1}).</source>
        <translation>{0} est abîmé&#xa0;: ses sommes de contrôle ne correspondent pas à ses fichiers ({1}).</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} has numbers that are not finite.</source>
        <translation>{0} est abîmé&#xa0;: {1} a des nombres qui ne sont pas finis.</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} is missing or has another size ({2}).</source>
        <translation>{0} est abîmé&#xa0;: {1} manque ou a une autre taille ({2}).</translation>
    </message>
    <message>
        <source>{0} is not a checkpoint: neither safetensors nor one that torch wrote.</source>
        <translation>{0} n’est pas un checkpoint&#xa0;: ni safetensors ni écrit par torch.</translation>
    </message>
    <message>
        <source>{0} is not a date. Write it as 2019, 2019-07 or 2019-07-14.</source>
        <translation>{0} n’est pas une date. Écrivez 2019, 2019-07 ou 2019-07-14.</translation>
    </message>
    <message>
        <source>{0} is not a library address. {1}</source>
        <translation>{0} n’est pas une adresse de bibliothèque. {1}</translation>
    </message>
    <message>
        <source>{0} is not a library and not empty. Name an empty or new folder for the library.</source>
        <translation>{0} n’est pas une bibliothèque et n’est pas vide. Donnez un dossier vide ou nouveau pour la bibliothèque.</translation>
    </message>
    <message>
        <source>{0} is not a photo of the library. To add its folder, choose: “Add folder…” in the menu Library</source>
        <translation>{0} n’est pas une photo de la bibliothèque. Ajoutez son dossier&#xa0;: «&#xa0;Ajouter un dossier…&#xa0;» dans le menu Bibliothèque</translation>
    </message>
    <message>
        <source>{0} is not a tokenizer that can be read.</source>
        <translation>{0} n’est pas un tokenizer lisible.</translation>
    </message>
    <message>
        <source>{0} is not a town. Name one, and the distance that you mean: near:&quot;{1}~200km&quot;.</source>
        <translation>{0} n’est pas une ville. Indiquez-en une et la distance voulue : near:&quot;{1}~200km&quot;.</translation>
    </message>
    <message>
        <source>{0} is not a whole backup of a library ({1}).</source>
        <translation>{0} n’est pas une sauvegarde entière d’une bibliothèque ({1}).</translation>
    </message>
    <message>
        <source>{0} is not empty. Name a new or empty folder.</source>
        <translation>{0} n’est pas vide. Donnez un dossier nouveau ou vide.</translation>
    </message>
    <message>
        <source>{0} is not empty. Restore into a new or empty folder, named with --library.</source>
        <translation>{0} n’est pas vide. Restaurez dans un dossier nouveau ou vide, donné avec --library.</translation>
    </message>
    <message>
        <source>{0} is not the address of a Dask scheduler. Give it as the scheduler prints it, such as tcp://192.168.1.20:8786</source>
        <translation>{0} n’est pas l’adresse d’un ordonnanceur Dask. Donnez-la comme l’ordonnanceur l’affiche, par exemple tcp://192.168.1.20:8786</translation>
    </message>
    <message>
        <source>{0} is nowhere on earth: latitudes go from -90 to 90, longitudes from -180 to 180. {1}</source>
        <translation>{0} n’est nulle part sur Terre : les latitudes vont de -90 à 90, les longitudes de -180 à 180. {1}</translation>
    </message>
    <message>
        <source>{0} is of another model.</source>
        <translation>{0} est d’un autre modèle.</translation>
    </message>
    <message>
        <source>{0} is on a network drive, where a library could be damaged. Name a folder on a drive of this computer with --library; your photos can stay on the network. A library that is there already can be searched, and moved with: cbir library move</source>
        <translation>{0} est sur un disque réseau, où une bibliothèque pourrait être abîmée. Donnez avec --library un dossier sur un disque de cet ordinateur&#x202f;; vos photos peuvent rester sur le réseau. Une bibliothèque qui y est déjà peut être parcourue, et déplacée avec&#xa0;: cbir library move</translation>
    </message>
    <message>
        <source>{0} is the folder {1}</source>
        <translation>{0} est le dossier {1}</translation>
    </message>
    <message>
        <source>{0} is {1} on {2}, and {3} here. Install the same versions on all computers: pip install -c constraints.txt does.</source>
        <translation>{0} est en {1} sur {2}, et en {3} ici. Installez les mêmes versions sur tous les ordinateurs&#xa0;: pip install -c constraints.txt le fait.</translation>
    </message>
    <message>
        <source>{0} names no service. Open the library&apos;s address again.</source>
        <translation>{0} ne nomme aucun service. Ouvrez de nouveau l’adresse de la bibliothèque.</translation>
    </message>
    <message>
        <source>{0} needs a tokenizer.json, which open_clip does not ship. Put the one of {1} beside the checkpoint, or name it.</source>
        <translation>{0} demande un tokenizer.json, qu’open_clip ne fournit pas. Mettez celui de {1} à côté du checkpoint, ou donnez-le.</translation>
    </message>
    <message>
        <source>{0} of the first {1} hits were not among them before.</source>
        <translation>{0} des {1} premiers résultats n’y étaient pas avant.</translation>
    </message>
    <message>
        <source>{0} of the model in {1} cannot be loaded: the file is damaged or no tower.</source>
        <translation>{0} du modèle dans {1} ne peut pas être chargé&#xa0;: le fichier est abîmé ou n’est pas une tour.</translation>
    </message>
    <message>
        <source>{0} of the model in {1} gives no row for each input.</source>
        <translation>{0} du modèle dans {1} ne donne pas une ligne pour chaque entrée.</translation>
    </message>
    <message>
        <source>{0} of the model in {1} has more than one input.</source>
        <translation>{0} du modèle dans {1} a plus d’une entrée.</translation>
    </message>
    <message>
        <source>{0} of them had different stars: those of {1} were kept.</source>
        <translation>{0} d’entre elles avaient des étoiles différentes : celles de {1} ont été gardées.</translation>
    </message>
    <message>
        <source>{0} of {1} photos are not in the index on the server yet{2}.</source>
        <translation>{0} photos sur {1} ne sont pas encore dans l’index du serveur{2}.</translation>
    </message>
    <message>
        <source>{0} on {1} {2}, {3}.</source>
        <translation>{0} sous {1} {2}, {3}.</translation>
    </message>
    <message>
        <source>{0} photos are indexed twice</source>
        <translation>{0} photos sont indexées deux fois</translation>
    </message>
    <message>
        <source>{0} photos can be found by picture and name only, {1} among them: the model {2} gives them no usable embedding.</source>
        <translation>{0} photos ne peuvent être trouvées que par image et nom, dont {1}&#xa0;: le modèle {2} n’en donne pas d’embedding utilisable.</translation>
    </message>
    <message>
        <source>{0} pictures have</source>
        <translation>{0} images ont</translation>
    </message>
    <message>
        <source>{0} refused to give {1} of {2} (HTTP {3}).</source>
        <translation>{0} a refusé de donner {1} de {2} (HTTP {3}).</translation>
    </message>
    <message>
        <source>{0} runs different cbir code from this computer</source>
        <translation>{0} exécute un autre code de cbir que cet ordinateur</translation>
    </message>
    <message>
        <source>{0} thumbnails are lost, and their photos cannot be read now.</source>
        <translation>{0} miniatures sont perdues, et leurs photos ne peuvent pas être lues maintenant.</translation>
    </message>
    <message>
        <source>{0} thumbnails were missing or damaged.</source>
        <translation>{0} miniatures manquaient ou étaient abîmées.</translation>
    </message>
    <message>
        <source>{0} was made by another version of FAISS.</source>
        <translation>{0} vient d’une autre version de FAISS.</translation>
    </message>
    <message>
        <source>{0} was refused: it is a program (TorchScript), not weights alone. Ask for the same weights as safetensors.</source>
        <translation>{0} a été refusé&#xa0;: c’est un programme (TorchScript), pas seulement des poids. Demandez les mêmes poids en safetensors.</translation>
    </message>
    <message>
        <source>{0} was refused: reading it would run code that the file brings, or it is damaged. Ask for the same weights as safetensors.</source>
        <translation>{0} a été refusé&#xa0;: le lire exécuterait du code apporté par le fichier, ou il est abîmé. Demandez les mêmes poids en safetensors.</translation>
    </message>
    <message>
        <source>{0} was understood as {1}.</source>
        <translation>{0} a été compris comme {1}.</translation>
    </message>
    <message>
        <source>{0} was understood as {1}. For another one, name its country or state too: near:&quot;{2}&quot;.</source>
        <translation>{0} a été compris comme {1}. Pour un autre lieu, indiquez aussi son pays ou son État : near:&quot;{2}&quot;.</translation>
    </message>
    <message>
        <source>{0} were kept. Look through them: one of them may not be what you saved.</source>
        <translation>{0} ont été gardées. Parcourez-les&#xa0;: l’une n’est peut-être pas ce que vous avez enregistré.</translation>
    </message>
    <message>
        <source>{0} words, {1} of them in a photo of a cat.</source>
        <translation>{0} mots, dont {1} dans la photo d’un chat.</translation>
    </message>
    <message>
        <source>{0}. It finds &quot;a cat&quot;.</source>
        <translation>{0}. Il trouve «&#xa0;a cat&#xa0;».</translation>
    </message>
    <message>
        <source>{0}/{1} cannot be read: {2} ({3}).</source>
        <translation>{0}/{1} ne peut pas être lu&#xa0;: {2} ({3}).</translation>
    </message>
    <message>
        <source>{0}/{1} is damaged: {2} has changed since it was written ({3}).</source>
        <translation>{0}/{1} est abîmé&#xa0;: {2} a changé depuis son écriture ({3}).</translation>
    </message>
    <message>
        <source>{0}/{1} is damaged: {2} is not as long as it should be ({3}).</source>
        <translation>{0}/{1} est abîmé&#xa0;: {2} n’a pas la longueur voulue ({3}).</translation>
    </message>
    <message>
        <source>{0}/{1} was made by another {2} than the catalog says ({3}).</source>
        <translation>{0}/{1} a été fait avec un autre {2} que ne le dit le catalogue ({3}).</translation>
    </message>
    <message>
        <source>{0}: its photos are in the library once now, with the marks and album places of both.</source>
        <translation>{0} : ses photos figurent désormais une fois dans la bibliothèque, avec les notes, mots-clés et albums des deux.</translation>
    </message>
    <message>
        <source>{0}: needs a place right behind it. {1}</source>
        <translation>{0}: doit être suivi d’un lieu, sans espace. {1}</translation>
    </message>
    <message>
        <source>{0}: needs a value behind it.</source>
        <translation>{0}&#xa0;: demande une valeur après lui.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a known country or region. Write {0}:Norway or {0}:Bavaria.</source>
        <translation>{0}:{1} n’est pas un pays ni une région connus. Écrivez {0}:Norvège ou {0}:Bavière.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a month. Write {0}:8, {0}:August or {0}:6..8.</source>
        <translation>{0}:{1} n’est pas un mois. Écrivez {0}:8, {0}:August ou {0}:6..8.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a number.</source>
        <translation>{0}:{1} n’est pas un nombre.</translation>
    </message>
    <message>
        <source>{0}:{1} is not a number. Write {2}:{3}, for example.</source>
        <translation>{0}:{1} n’est pas un nombre. Écrivez {2}:{3}, par exemple.</translation>
    </message>
    <message>
        <source>{0}:{1} is not known. It can be {2} or {3}.</source>
        <translation>{0}:{1} est inconnu. Ce peut être {2} ou {3}.</translation>
    </message>
    <message>
        <source>New in this album.</source>
        <translation>Nouvelle dans cet album.</translation>
    </message>
    <message>
        <source>One item with {file}.</source>
        <translation>Va avec {file}.</translation>
    </message>
    <message numerus="yes">
        <source>Stack of %Ln near-duplicates.</source>
        <translation>
            <numerusform>Pile de %Ln photo.</numerusform>
            <numerusform>Pile de %Ln photos presque identiques.</numerusform>
        </translation>
    </message>
    <message>
        <source>In an open stack.</source>
        <translation>Dans une pile ouverte.</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Sommaire</translation>
    </message>
    <message>
        <source>Find in this text</source>
        <translation>Chercher dans ce texte</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Introuvable</translation>
    </message>
    <message>
        <source>Search with a picture or with words</source>
        <translation>Chercher avec une image ou des mots</translation>
    </message>
    <message>
        <source>Drop a picture here, paste one, or type what a photo shows. Results come as you type.</source>
        <translation>Déposez une image ici, collez-en une, ou tapez ce qu’une photo montre. Les résultats arrivent pendant la saisie.</translation>
    </message>
    <message>
        <source>Frame what you mean</source>
        <translation>Encadrez ce que vous cherchez</translation>
    </message>
    <message>
        <source>Frame a part of a picture, or of the screen, to look for that thing alone.</source>
        <translation>Encadrez une partie d’une image ou de l’écran pour ne chercher que cela.</translation>
    </message>
    <message>
        <source>Narrow it down</source>
        <translation>Affiner la recherche</translation>
    </message>
    <message>
        <source>Filter by date, place, camera or stars. Right-click a photo for “More like this” and “Fewer like this”.</source>
        <translation>Filtrez par date, lieu, appareil ou étoiles. Un clic droit sur une photo propose « Plus de photos semblables » et « Moins de photos semblables ».</translation>
    </message>
    <message>
        <source>Help is here</source>
        <translation>L’aide est ici</translation>
    </message>
    <message>
        <source>The guide, this tour and a list of every key are in the Help menu. F1 shows the keys.</source>
        <translation>Le guide, cette visite et la liste des touches sont dans le menu Aide. F1 affiche les touches.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Passer</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Suivant</translation>
    </message>
    <message>
        <source>{card} of {cards}</source>
        <translation>{card} sur {cards}</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Guide</translation>
    </message>
    <message>
        <source>What’s new</source>
        <translation>Nouveautés</translation>
    </message>
    <message>
        <source>{number}%</source>
        <translation>{number}&#xa0;%</translation>
    </message>
    <message>
        <source>{what}: {why}</source>
        <translation>{what}&#xa0;: {why}</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>«&#xa0;{words}&#xa0;»</translation>
    </message>
    <message>
        <source>Red: your words were found here. Blue: this speaks against them.</source>
        <translation>Rouge&#xa0;: vos mots ont été trouvés ici. Bleu&#xa0;: ceci parle contre.</translation>
    </message>
    <message>
        <source>Most at the top left</source>
        <translation>Surtout en haut à gauche</translation>
    </message>
    <message>
        <source>Most at the top</source>
        <translation>Surtout en haut</translation>
    </message>
    <message>
        <source>Most at the top right</source>
        <translation>Surtout en haut à droite</translation>
    </message>
    <message>
        <source>Most on the left</source>
        <translation>Surtout à gauche</translation>
    </message>
    <message>
        <source>Most in the middle</source>
        <translation>Surtout au milieu</translation>
    </message>
    <message>
        <source>Most on the right</source>
        <translation>Surtout à droite</translation>
    </message>
    <message>
        <source>Most at the bottom left</source>
        <translation>Surtout en bas à gauche</translation>
    </message>
    <message>
        <source>Most at the bottom</source>
        <translation>Surtout en bas</translation>
    </message>
    <message>
        <source>Most at the bottom right</source>
        <translation>Surtout en bas à droite</translation>
    </message>
    <message>
        <source>Checking which parts match your words…</source>
        <translation>Recherche des parties qui correspondent à vos mots…</translation>
    </message>
    <message>
        <source>No details to compare: it is blank, blurred or too small</source>
        <translation>Aucun détail à comparer : elle est vide, floue ou trop petite</translation>
    </message>
    <message>
        <source>{count} details to compare</source>
        <translation>{count} détails à comparer</translation>
    </message>
    <message numerus="yes">
        <source>Word {number}: {share} of the weight of all shared words. It is in %Ln photo(s): idf {idf}.</source>
        <translation>
            <numerusform>Mot {number} : {share} du poids de tous les mots communs. Il est dans %Ln photo : idf {idf}.</numerusform>
            <numerusform>Mot {number} : {share} du poids de tous les mots communs. Il est dans %Ln photos : idf {idf}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for changes…</source>
        <translation>Recherche des changements…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln changement</numerusform>
            <numerusform>%Ln changements</numerusform>
        </translation>
    </message>
    <message>
        <source>No change</source>
        <translation>Aucun changement</translation>
    </message>
    <message>
        <source>{shared} of {all} visual words are shared; the numbered ones have {share} of their weight</source>
        <translation>{shared} mots visuels sur {all} sont communs ; ceux qui sont numérotés ont {share} de leur poids</translation>
    </message>
    <message>
        <source>No visual words are shared</source>
        <translation>Aucun mot visuel en commun</translation>
    </message>
    <message>
        <source>Open a library on another computer</source>
        <translation>Ouvrir une bibliothèque sur un autre ordinateur</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Jeton</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Address:</source>
        <translation>Adresse&#xa0;:</translation>
    </message>
    <message>
        <source>Token:</source>
        <translation>Jeton&#xa0;:</translation>
    </message>
    <message>
        <source>The service&apos;s administrator gives you both. The token is kept in a file that only you can read; leave it empty to use the previous one.</source>
        <translation>L’administrateur du service vous donne les deux. Le jeton est conservé dans un fichier que vous seul pouvez lire ; laissez vide pour utiliser le précédent.</translation>
    </message>
    <message>
        <source>Drop it on the search bar. This service doesn’t send original files to other programs.</source>
        <translation>Déposez-la dans la barre de recherche. Ce service n’envoie pas les originaux à d’autres programmes.</translation>
    </message>
    <message>
        <source>The first {most} photos were copied. Export the others.</source>
        <translation>Les {most} premières photos ont été copiées. Exportez les autres.</translation>
    </message>
    <message>
        <source>Text in your picture can be read only for a library on this computer.</source>
        <translation>Le texte de votre image n’est lu que si la bibliothèque est sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Chercher une commande</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Écrivez ce que vous voulez faire</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Commandes</translation>
    </message>
    <message>
        <source>No command fits.</source>
        <translation>Aucune commande ne correspond.</translation>
    </message>
    <message>
        <source>Drop or paste a picture to find its photos, or type what they show. Nothing leaves this computer.</source>
        <translation>Déposez ou collez une image pour trouver ses photos, ou écrivez ce qu’elles montrent. Rien ne quitte cet ordinateur.</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Par exemple</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>À nouveau</translation>
    </message>
    <message>
        <source>Search for {words}</source>
        <translation>Chercher {words}</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rouge</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Jaune</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Vert</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Bleu</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violet</translation>
    </message>
    <message>
        <source>Picked</source>
        <translation>Retenues</translation>
    </message>
    <message>
        <source>Label: {label}</source>
        <translation>Étiquette : {label}</translation>
    </message>
    <message numerus="yes">
        <source>your decision about %Ln pair(s)</source>
        <translation>
            <numerusform>votre décision sur %Ln paire</numerusform>
            <numerusform>votre décision sur %Ln paires</numerusform>
        </translation>
    </message>
    <message>
        <source>{photos} · frees {size}</source>
        <translation>{photos} · libère {size}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln to go</source>
        <translation>
            <numerusform>%Ln à jeter</numerusform>
            <numerusform>%Ln à jeter</numerusform>
        </translation>
    </message>
    <message>
        <source>All stay</source>
        <translation>Toutes restent</translation>
    </message>
    <message>
        <source>{judged} of {all} judged</source>
        <translation>{judged} sur {all} jugées</translation>
    </message>
    <message>
        <source>Groups of duplicates</source>
        <translation>Groupes de doublons</translation>
    </message>
    <message>
        <source>Enter or a double click shows the pairs of a group large.</source>
        <translation>Entrée ou un double clic affiche en grand les paires d’un groupe.</translation>
    </message>
    <message>
        <source>Draw a circle to search in (Shift and a drag does it too)</source>
        <translation>Tracer un cercle où chercher (aussi avec Maj)</translation>
    </message>
    <message>
        <source>Show these photos</source>
        <translation>Afficher ces photos</translation>
    </message>
    <message>
        <source>Put in the middle</source>
        <translation>Placer au centre</translation>
    </message>
    <message>
        <source>Gives the selected photos the position in the middle of the map</source>
        <translation>Donne aux photos sélectionnées la position au centre de la carte</translation>
    </message>
    <message>
        <source>Drag photos onto the map to say where they were taken.</source>
        <translation>Faites glisser des photos sur la carte pour indiquer où elles ont été prises.</translation>
    </message>
    <message>
        <source>None of these photos says where it was taken.</source>
        <translation>Aucune de ces photos n’indique où elle a été prise.</translation>
    </message>
    <message>
        <source>No photo for the map</source>
        <translation>Aucune photo pour la carte</translation>
    </message>
    <message>
        <source>{photos} in view</source>
        <translation>{photos} visibles</translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a position</source>
        <translation>
            <numerusform>%Ln sans position</numerusform>
            <numerusform>%Ln sans position</numerusform>
        </translation>
    </message>
    <message>
        <source>The program looks for faces in your photos and puts like ones together, on this computer alone; you give the names. What it stores is in this library and in your backups of it. You can erase all of it at any time.</source>
        <translation>Le programme cherche les visages dans vos photos et regroupe ceux qui se ressemblent, sur cet ordinateur seulement ; c&apos;est vous qui donnez les noms. Ce qu&apos;il enregistre se trouve dans cette bibliothèque et dans vos sauvegardes. Vous pouvez tout effacer à tout moment.</translation>
    </message>
    <message>
        <source>Name the selected person; Enter confirms</source>
        <translation>Nommer la personne choisie ; Entrée confirme</translation>
    </message>
    <message>
        <source>Somebody is called {name} already. Is it the same person?</source>
        <translation>Quelqu’un s’appelle déjà {name}. Est-ce la même personne ?</translation>
    </message>
    <message>
        <source>Same person</source>
        <translation>Même personne</translation>
    </message>
    <message>
        <source>Somebody else</source>
        <translation>Quelqu’un d’autre</translation>
    </message>
    <message>
        <source>Another person of the same name</source>
        <translation>Une autre personne du même nom</translation>
    </message>
    <message>
        <source>Make one person of the selected ones</source>
        <translation>Réunir les personnes choisies en une seule</translation>
    </message>
    <message>
        <source>Not this person</source>
        <translation>Pas cette personne</translation>
    </message>
    <message>
        <source>Take the selected faces out</source>
        <translation>Retirer les visages choisis</translation>
    </message>
    <message>
        <source>Show photos</source>
        <translation>Montrer les photos</translation>
    </message>
    <message>
        <source>Search for the photos of this person</source>
        <translation>Chercher les photos de cette personne</translation>
    </message>
    <message>
        <source>Use as cover</source>
        <translation>Comme couverture</translation>
    </message>
    <message>
        <source>Show the person by the selected face</source>
        <translation>Afficher la personne par le visage sélectionné</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Masquer</translation>
    </message>
    <message>
        <source>Leave the selected ones out, or show them again</source>
        <translation>Laisser de côté les personnes choisies, ou les montrer de nouveau</translation>
    </message>
    <message>
        <source>Show hidden people</source>
        <translation>Montrer les personnes masquées</translation>
    </message>
    <message>
        <source>Save names…</source>
        <translation>Enregistrer les noms…</translation>
    </message>
    <message>
        <source>Save names and the places of faces to XMP sidecar files</source>
        <translation>Enregistrer les noms et l’emplacement des visages dans des fichiers annexes XMP</translation>
    </message>
    <message>
        <source>Erase…</source>
        <translation>Effacer…</translation>
    </message>
    <message>
        <source>Remove every face and name from this library for good</source>
        <translation>Supprimer définitivement tous les visages et noms de cette bibliothèque</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Oui</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Non</translation>
    </message>
    <message>
        <source>Face {at} of {total}</source>
        <translation>Visage {at} sur {total}</translation>
    </message>
    <message>
        <source>Is this {name}?</source>
        <translation>Est-ce {name} ?</translation>
    </message>
    <message>
        <source>Without a name</source>
        <translation>Sans nom</translation>
    </message>
    <message numerus="yes">
        <source>%Ln face(s)</source>
        <translation>
            <numerusform>%Ln visage</numerusform>
            <numerusform>%Ln visages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln named</source>
        <comment>people</comment>
        <translation>
            <numerusform>%Ln avec un nom</numerusform>
            <numerusform>%Ln avec un nom</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a face, and type the name.</source>
        <translation>Sélectionnez un visage et saisissez le nom.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) still to look through</source>
        <translation>
            <numerusform>%Ln photo reste à parcourir</numerusform>
            <numerusform>%Ln photos restent à parcourir</numerusform>
        </translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>Activer</translation>
    </message>
    <message>
        <source>Who is in your photos?</source>
        <translation>Qui est sur vos photos ?</translation>
    </message>
    <message>
        <source>Photos are looked through in the background, while the computer has time.</source>
        <translation>Les photos sont parcourues en arrière-plan, quand l&apos;ordinateur a le temps.</translation>
    </message>
    <message>
        <source>Looking for faces…</source>
        <translation>Recherche de visages…</translation>
    </message>
    <message>
        <source>No two photos show the same face.</source>
        <translation>Aucun visage ne figure sur deux photos.</translation>
    </message>
    <message>
        <source>Nobody yet</source>
        <translation>Encore personne</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>Montrer de nouveau</translation>
    </message>
    <message>
        <source>{person}, hidden</source>
        <translation>{person}, masqué</translation>
    </message>
    <message>
        <source>Comparing photos…</source>
        <translation>Comparaison des photos…</translation>
    </message>
    <message>
        <source>Save film</source>
        <translation>Enregistrer le film</translation>
    </message>
    <message>
        <source>Moving pictures (*.gif)</source>
        <translation>Images animées (*.gif)</translation>
    </message>
    <message>
        <source>Films (*.mp4)</source>
        <translation>Films (*.mp4)</translation>
    </message>
    <message>
        <source>Saving the film…</source>
        <translation>Enregistrement du film…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) of the same thing</source>
        <translation>
            <numerusform>%Ln valeur du même motif</numerusform>
            <numerusform>%Ln valeurs du même motif</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln offer(s) dismissed</source>
        <translation>
            <numerusform>%Ln proposition écartée</numerusform>
            <numerusform>%Ln propositions écartées</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) offered again</source>
        <translation>
            <numerusform>%Ln valeur de nouveau proposée</numerusform>
            <numerusform>%Ln valeurs de nouveau proposées</numerusform>
        </translation>
    </message>
    <message>
        <source>Name the selected thing; Enter confirms</source>
        <translation>Nommer le motif sélectionné ; Entrée confirme</translation>
    </message>
    <message>
        <source>Same thing</source>
        <translation>Même motif</translation>
    </message>
    <message>
        <source>Make one thing of the selected ones</source>
        <translation>Faire un seul motif de ceux qui sont sélectionnés</translation>
    </message>
    <message>
        <source>Show all photos of this thing</source>
        <translation>Afficher toutes les photos de ce motif</translation>
    </message>
    <message>
        <source>Share details…</source>
        <translation>Partager les détails…</translation>
    </message>
    <message>
        <source>Give photos the keywords, titles, captions and positions that others of the same thing have</source>
        <translation>Donner aux photos les mots-clés, titres, légendes et lieux que d’autres du même motif ont</translation>
    </message>
    <message>
        <source>Through time</source>
        <translation>Au fil du temps</translation>
    </message>
    <message>
        <source>Lay all photos of this thing over one another, by date</source>
        <translation>Superposer toutes les photos de ce motif, par date</translation>
    </message>
    <message>
        <source>Photos compared</source>
        <translation>Photos comparées</translation>
    </message>
    <message>
        <source>Look for new ones</source>
        <translation>En chercher de nouveaux</translation>
    </message>
    <message>
        <source>Compare the photos that were added since the last time</source>
        <translation>Comparer les photos ajoutées depuis la dernière fois</translation>
    </message>
    <message>
        <source>{done} of {total} photos compared</source>
        <translation>{done} photos sur {total} comparées</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s)</source>
        <translation>
            <numerusform>%Ln motif</numerusform>
            <numerusform>%Ln motifs</numerusform>
        </translation>
    </message>
    <message>
        <source>The program compares your photos by what is stored in the library. You can keep working.</source>
        <translation>Le programme compare vos photos d’après ce qui est enregistré dans la bibliothèque. Vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>No two photos show the same building, painting or object.</source>
        <translation>Aucune paire de photos ne montre le même bâtiment, tableau ou objet.</translation>
    </message>
    <message>
        <source>Nothing in common</source>
        <translation>Rien en commun</translation>
    </message>
    <message>
        <source>Compare photos</source>
        <translation>Comparer les photos</translation>
    </message>
    <message>
        <source>The program can collect all photos of one building, painting or object. It takes about a minute for a thousand photos, and you can stop at any time. Name a thing once, and a search finds all its photos.</source>
        <translation>Le programme peut réunir toutes les photos d’un bâtiment, d’un tableau ou d’un objet. Il faut environ une minute pour mille photos, et vous pouvez arrêter à tout moment. Nommez un motif une fois, et une recherche trouve toutes ses photos.</translation>
    </message>
    <message>
        <source>What do your photos have in common?</source>
        <translation>Qu’ont vos photos en commun ?</translation>
    </message>
    <message>
        <source>Keyword “{value}”</source>
        <translation>Mot-clé «&#xa0;{value}&#xa0;»</translation>
    </message>
    <message>
        <source>Title “{value}”</source>
        <translation>Titre «&#xa0;{value}&#xa0;»</translation>
    </message>
    <message>
        <source>Caption “{value}”</source>
        <translation>Légende «&#xa0;{value}&#xa0;»</translation>
    </message>
    <message>
        <source>Position {value}</source>
        <translation>Lieu {value}</translation>
    </message>
    <message numerus="yes">
        <source>to %Ln photo(s)</source>
        <translation>
            <numerusform>à %Ln photo</numerusform>
            <numerusform>à %Ln photos</numerusform>
        </translation>
    </message>
    <message>
        <source>from {file}</source>
        <translation>de {file}</translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln point(s) agree</source>
        <translation>
            <numerusform>au moins %Ln point concorde</numerusform>
            <numerusform>au moins %Ln points concordent</numerusform>
        </translation>
    </message>
    <message>
        <source>same file</source>
        <translation>même fichier</translation>
    </message>
    <message>
        <source>may be {distance} off</source>
        <translation>peut être à {distance} près</translation>
    </message>
    <message>
        <source>accuracy unknown</source>
        <translation>précision inconnue</translation>
    </message>
    <message>
        <source>Details of the same thing</source>
        <translation>Détails du même motif</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Accepter</translation>
    </message>
    <message>
        <source>Give the selected values to the photos</source>
        <translation>Donner aux photos les valeurs sélectionnées</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Écarter</translation>
    </message>
    <message>
        <source>Do not offer the selected values to these photos again</source>
        <translation>Ne plus proposer les valeurs sélectionnées à ces photos</translation>
    </message>
    <message>
        <source>Offer again</source>
        <translation>Proposer de nouveau</translation>
    </message>
    <message>
        <source>Dismissed</source>
        <translation>Écartées</translation>
    </message>
    <message>
        <source>Show the offers that you dismissed</source>
        <translation>Afficher les propositions que vous avez écartées</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>Propositions</translation>
    </message>
    <message>
        <source>Looking for details to share…</source>
        <translation>Recherche de détails à partager…</translation>
    </message>
    <message>
        <source>Nothing dismissed</source>
        <translation>Rien n’a été écarté</translation>
    </message>
    <message>
        <source>Photos of a thing have the same keywords, titles, captions and positions.</source>
        <translation>Les photos d’un motif ont les mêmes mots-clés, titres, légendes et lieux.</translation>
    </message>
    <message>
        <source>Nothing to share</source>
        <translation>Rien à partager</translation>
    </message>
    <message numerus="yes">
        <source>%Ln offer(s)</source>
        <translation>
            <numerusform>%Ln proposition</numerusform>
            <numerusform>%Ln propositions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>position of %Ln photo(s)</source>
        <translation>
            <numerusform>position de %Ln photo</numerusform>
            <numerusform>position de %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) put on the map.</source>
        <translation>
            <numerusform>%Ln photo placée sur la carte.</numerusform>
            <numerusform>%Ln photos placées sur la carte.</numerusform>
        </translation>
    </message>
    <message>
        <source>Photo {number} of {count}</source>
        <translation>Photo {number} sur {count}</translation>
    </message>
    <message>
        <source>Photos without a position</source>
        <translation>Photos sans position</translation>
    </message>
    <message>
        <source>Name a face</source>
        <translation>Nommer un visage</translation>
    </message>
    <message>
        <source>Who is this?</source>
        <translation>Qui est-ce ?</translation>
    </message>
    <message>
        <source>Drag a frame around the face, or use arrows and Shift+arrows.</source>
        <translation>Tracez un cadre autour du visage, ou utilisez les flèches et Maj+flèches.</translation>
    </message>
    <message>
        <source>Next face</source>
        <translation>Visage suivant</translation>
    </message>
    <message>
        <source>Frame the next face that was found</source>
        <translation>Encadrer le visage trouvé suivant</translation>
    </message>
    <message>
        <source>A face that was found</source>
        <translation>Un visage trouvé</translation>
    </message>
    <message>
        <source>A new face</source>
        <translation>Un nouveau visage</translation>
    </message>
    <message>
        <source>Inventory of a shelf</source>
        <translation>Inventaire d’une étagère</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>Choisir une image…</translation>
    </message>
    <message>
        <source>Show photo</source>
        <translation>Afficher la photo</translation>
    </message>
    <message>
        <source>Search with the selected photo</source>
        <translation>Rechercher avec la photo sélectionnée</translation>
    </message>
    <message>
        <source>Save table…</source>
        <translation>Enregistrer le tableau…</translation>
    </message>
    <message>
        <source>Save the items with their places as a table (CSV)</source>
        <translation>Enregistrer les articles et leurs emplacements dans un tableau (CSV)</translation>
    </message>
    <message>
        <source>Items in the library</source>
        <translation>Articles dans la bibliothèque</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Points</translation>
    </message>
    <message>
        <source>Comparing the picture with the library…</source>
        <translation>Comparaison de l’image avec la bibliothèque…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) in the library</source>
        <translation>
            <numerusform>%Ln article dans la bibliothèque</numerusform>
            <numerusform>%Ln articles dans la bibliothèque</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop a picture of many things here, such as a shelf of films, books or bottles. The program lists those of which your library has a photo.</source>
        <translation>Déposez ici une image de nombreux objets, par exemple une étagère de films, de livres ou de bouteilles. Le programme indique ceux dont votre bibliothèque a une photo.</translation>
    </message>
    <message>
        <source>Use “{name}”</source>
        <translation>Utiliser « {name} »</translation>
    </message>
    <message>
        <source>Which of these are in your library?</source>
        <translation>Lesquels sont dans votre bibliothèque ?</translation>
    </message>
    <message>
        <source>Dates of the photos on the map</source>
        <translation>Dates des photos de la carte</translation>
    </message>
    <message>
        <source>All dates</source>
        <translation>Toutes les dates</translation>
    </message>
    <message>
        <source>Drag over dates to see where you were; Esc shows all of them again</source>
        <translation>Faites glisser sur des dates pour voir où vous étiez ; Échap les montre toutes à nouveau</translation>
    </message>
    <message>
        <source>Save film…</source>
        <translation>Enregistrer le film…</translation>
    </message>
    <message>
        <source>Save all photos as a GIF or MP4</source>
        <translation>Enregistrer toutes les photos au format GIF ou MP4</translation>
    </message>
    <message>
        <source>Photos by date</source>
        <translation>Photos par date</translation>
    </message>
    <message>
        <source>Aligning photos…</source>
        <translation>Alignement des photos…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photo(s) left out</source>
        <translation>
            <numerusform>%Ln photo laissée de côté</numerusform>
            <numerusform>%Ln photos laissées de côté</numerusform>
        </translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Saved anew</source>
        <translation>Réenregistrée</translation>
    </message>
    <message>
        <source>Cropped and edited</source>
        <translation>Recadrée et modifiée</translation>
    </message>
    <message>
        <source>With something around it</source>
        <translation>Avec quelque chose autour</translation>
    </message>
    <message>
        <source>Photographed from a print or screen</source>
        <translation>Photographiée d’un tirage ou d’un écran</translation>
    </message>
    <message>
        <source>Where the photo comes from</source>
        <translation>D’où vient la photo</translation>
    </message>
    <message>
        <source>Photos that were made from one another</source>
        <translation>Photos issues les unes des autres</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Comment</translation>
    </message>
    <message>
        <source>It takes some seconds.</source>
        <translation>Cela prend quelques secondes.</translation>
    </message>
    <message>
        <source>No other photo of the library was made from it, nor it from another.</source>
        <translation>Aucune autre photo de la bibliothèque n’en est issue, et elle n’est issue d’aucune autre.</translation>
    </message>
    <message>
        <source>Nothing related</source>
        <translation>Rien d’apparenté</translation>
    </message>
    <message>
        <source>Arranging photos…</source>
        <translation>Disposition des photos…</translation>
    </message>
    <message>
        <source>No photo can be searched by content yet.</source>
        <translation>Aucune photo n’est encore consultable par son contenu.</translation>
    </message>
    <message>
        <source>Groups with a name</source>
        <translation>Groupes nommés</translation>
    </message>
    <message>
        <source>Make an album of the chosen photos</source>
        <translation>Faire un album des photos choisies</translation>
    </message>
    <message>
        <source>Draw around photos to choose them (Shift and a drag does it too)</source>
        <translation>Entourer des photos pour les choisir (ou glisser avec Maj)</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Groupes</translation>
    </message>
    <message>
        <source>The program puts photos that look alike beside each other: {percent} % done. You can keep working.</source>
        <translation>Le programme place côte à côte les photos qui se ressemblent : {percent} % sont faits. Vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>No similarity map</source>
        <translation>Pas de carte des ressemblances</translation>
    </message>
    <message>
        <source>{photos} chosen</source>
        <translation>{photos} choisies</translation>
    </message>
</context>
</TS>
