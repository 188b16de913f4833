/** The pages' texts in Italian, by the English text. Names in braces are placeholders. */
export const it: Readonly<Record<string, string>> = {
  'Sign in': 'Accedi',
  'Sign out': 'Esci',
  'Terms of service': 'Termini di servizio',
  'Privacy policy': 'Informativa sulla privacy',
  Imprint: 'Note legali',
  'No organization here': 'Nessuna organizzazione qui',
  'This server has no organization with this address. Check the address for typing errors.':
    'Questo server non ha un’organizzazione con questo indirizzo. Controlla che sia scritto correttamente.',
  'Organization suspended': 'Organizzazione sospesa',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'Questa organizzazione è sospesa. Non è andato perso nulla. Chiedi il motivo all’amministratore del server.',
  'Organization not available': 'Organizzazione non disponibile',
  'This organization is not available at the moment. Try again in a minute.':
    'Al momento questa organizzazione non è disponibile. Riprova tra un minuto.',
  'Setting up HTTPS': 'Configurazione di HTTPS',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'HTTPS per <b>{domain}</b> si avvia non appena un’autorità di certificazione ha confermato il nome. Di solito richiede meno di un minuto. Questa pagina si ricarica da sola.',
  'If it takes longer, ask the server administrator to check the server’s log.':
    'Se richiede più tempo, chiedi all’amministratore del server di controllare il log del server.',
  'E-mail': 'Email',
  Password: 'Password',
  'Forgot your password?': 'Hai dimenticato la password?',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'Qui non puoi accedere con una password. Usa la pagina di accesso della tua organizzazione oppure chiedi un link a un amministratore.',
  'Sign in as any user without a password': 'Accedi senza password come qualsiasi utente',
  'View without an account': 'Visualizza senza account',
  'You are signed in as <b>{name}</b> ({email}).': 'Hai effettuato l’accesso come <b>{name}</b> ({email}).',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'Inserisci l’indirizzo email del tuo account. Riceverai un link per scegliere una nuova password.',
  'Send link': 'Invia link',
  'Back to sign-in': 'Torna all’accesso',
  'Check your e-mail': 'Controlla la tua email',
  'Ask for your link': 'Chiedi il tuo link',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Se <b>{email}</b> appartiene a un account, un’email con un link è in arrivo. Se non arriva entro qualche minuto, controlla la cartella dello spam.',
  'The link is valid for 24 hours.': 'Il link è valido per 24 ore.',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'Questo server non invia email. Se <b>{email}</b> appartiene a un account, chiedi il link a un proprietario dell’organizzazione.',
  'New password': 'Nuova password',
  '6 to 100 characters.': 'Da 6 a 100 caratteri.',
  'Repeat password': 'Ripeti la password',
  'Request a new link on the sign-in page.': 'Richiedi un nuovo link nella pagina di accesso.',
  'Choose a password': 'Scegli una password',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    'Per l’account di {name} ({email}). Tutti i dispositivi dovranno accedere di nuovo e la chiave API cambierà.',
  'Change password': 'Modifica password',
  'Password changed': 'Password modificata',
  'Sign in with your new password.': 'Accedi con la tua nuova password.',
  'The passwords don’t match. Enter the same password twice.':
    'Le password non coincidono. Inserisci due volte la stessa password.',
  'Fill in this field.': 'Compila questo campo.',
  'Enter at most {n} characters.': 'Inserisci al massimo {n} caratteri.',
  optional: 'facoltativo',
  'Your username or password is incorrect': 'Il nome utente o la password non sono corretti',
  'The password is too weak. Use 6 to 100 characters.': 'La password è troppo debole. Usa da 6 a 100 caratteri.',
  'Setup code': 'Codice di configurazione',
  'The server prints it when it starts, after “Set up”.': 'Il server lo mostra all’avvio, dopo “Set up”.',
  Organization: 'Organizzazione',
  'The name of your team, club or family. You can change it later.':
    'Il nome del tuo team, della tua associazione o della tua famiglia. Puoi cambiarlo più tardi.',
  'Your name': 'Il tuo nome',
  'Used to sign in. No e-mail is sent.': 'Serve per accedere. Non viene inviata alcuna email.',
  'Set up your server': 'Configura il tuo server',
  'You’ll be the owner of a new organization. You can change everything later.':
    'Sarai il proprietario di una nuova organizzazione. Puoi modificare tutto più tardi.',
  'Set up': 'Configura',
  'Already set up': 'Già configurato',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'Questo server ha già un proprietario. Chiedigli un invito per entrare.',
  'Shown to other people.': 'Visibile alle altre persone.',
  'Used to sign in.': 'Serve per accedere.',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'Il link è stato usato o revocato, oppure è scaduto. Chiedine uno nuovo a chi te l’ha inviato.',
  'Join {organization}': 'Entra in {organization}',
  '{inviter} invited you.': '{inviter} ti ha invitato.',
  '{inviter} invited you as a guest.': '{inviter} ti ha invitato come ospite.',
  'You’re already signed in as {name}. This creates another account.':
    'Hai già effettuato l’accesso come {name}. Così crei un altro account.',
  'You’re already signed in as {name}. This is another account.':
    'Hai già effettuato l’accesso come {name}. Questo è un altro account.',
  'You get the account of <b>{name}</b> with your earlier messages.':
    'Riceverai l’account di <b>{name}</b> con i tuoi messaggi precedenti.',
  'Your account will use the address <b>{email}</b>.': 'Il tuo account userà l’indirizzo <b>{email}</b>.',
  Continue: 'Continua',
  Join: 'Entra',
  'I already have an account': 'Ho già un account',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Un’email con un link è in arrivo a <b>{email}</b>. Se non arriva entro qualche minuto, controlla la cartella dello spam.',
  'Invitation required': 'Serve un invito',
  'Ask a member of the organization to invite you.': 'Chiedi a un membro dell’organizzazione di invitarti.',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'Inserisci il tuo indirizzo email. Riceverai un link per creare il tuo account.',
  'Create account': 'Crea account',
  'The confirmation link has expired or been deactivated.': 'Il link di conferma è scaduto o è stato disattivato.',
  'This link is incomplete, or the account no longer exists.':
    'Questo link è incompleto oppure l’account non esiste più.',
  'The invitation link has expired or is not valid.': 'Il link di invito è scaduto o non è valido.',
  'Account is deactivated.': 'L’account è disattivato.',
  'Disposable email addresses are not allowed in this organization':
    'In questa organizzazione non sono consentiti indirizzi email temporanei',
  'Enter a valid email address.': 'Inserisci un indirizzo email valido.',
  'Invalid characters in name!': 'Il nome contiene caratteri non validi!',
  'Name too long!': 'Il nome è troppo lungo!',
  'Name too short!': 'Il nome è troppo corto!',
  'This code is no longer valid. Restart the server to get a new one.':
    'Questo codice non è più valido. Riavvia il server per ottenerne uno nuovo.',
  'This password is easy to guess. Choose another password.':
    'Questa password è facile da indovinare. Scegli un’altra password.',
  'Wrong code. Enter the code that the server printed when it started.':
    'Codice errato. Inserisci il codice che il server ha mostrato all’avvio.',
  'This password is too common. Choose another password.': 'Questa password è troppo comune. Scegli un’altra password.',
  'This link has been used or has expired.': 'Questo link è già stato usato o è scaduto.',
  'This server is already set up.': 'Questo server è già configurato.',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'Questo link di accesso è già stato usato o è scaduto. Chiedine uno nuovo all’amministratore.',
  'Unique names required in this organization.': 'In questa organizzazione i nomi devono essere univoci.',
  'This link is no longer valid': 'Questo link non è più valido',
  'Go to the start page': 'Vai alla pagina iniziale',
  'Open chat': 'Apri la chat',
  'Sign in to continue': 'Accedi per continuare',
  'Access denied': 'Accesso negato',
  'Page not found': 'Pagina non trovata',
  'The page may have been moved or deleted, or the link is incomplete.':
    'La pagina potrebbe essere stata spostata o eliminata, oppure il link è incompleto.',
  'This page can’t be opened this way. Go to the start page.':
    'Questa pagina non si può aprire così. Vai alla pagina iniziale.',
  'Too many requests': 'Troppe richieste',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'Il tuo browser ha inviato troppe richieste. Aspetta un minuto e riprova.',
  'Something went wrong': 'Qualcosa è andato storto',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'È un errore del server. Riprova o chiedi all’amministratore di controllare il log del server.',
  'Request failed': 'Richiesta non riuscita',
  'Sign in to {organization}': 'Accedi a {organization}',
  'This link signs in <b>{name}</b> ({email}) once.': 'Questo link fa accedere una volta come <b>{name}</b> ({email}).',
  'Change your e-mail address again in your settings.': 'Modifica di nuovo il tuo indirizzo email nelle impostazioni.',
  'Confirm your new e-mail address': 'Conferma il tuo nuovo indirizzo email',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    'L’account di <b>{name}</b> userà <b>{address}</b> al posto di {before} per l’accesso e per le email.',
  'Confirm address': 'Conferma indirizzo',
  'E-mail address changed': 'Indirizzo email modificato',
  'Your account now uses the address <b>{address}</b>.': 'Ora il tuo account usa l’indirizzo <b>{address}</b>.',
  'Choose which e-mails you receive in your settings.': 'Scegli nelle impostazioni quali email ricevere.',
  'Unsubscribe from these e-mails?': 'Non vuoi più ricevere queste email?',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    '{organization} non invierà più a <b>{email}</b> email su ciò che hai perso durante la tua assenza.',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    '{organization} non invierà più a <b>{email}</b> email su ciò che è successo mentre eri assente per una settimana.',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    '{organization} non invierà più a <b>{email}</b> email sui nuovi accessi al tuo account.',
  Unsubscribe: 'Non ricevere più',
  Unsubscribed: 'Iscrizione annullata',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'Non riceverai più queste email. Puoi riattivarle nelle impostazioni.',
  '{organization} is ready': '{organization} è pronta',
  'You’re signed in as {name} ({email}), its owner.':
    'Hai effettuato l’accesso come {name} ({email}), il suo proprietario.',
  Phone: 'Telefono',
  'Install the Zulip app, then enter or scan this address.':
    'Installa l’app Zulip, poi inserisci o scansiona questo indirizzo.',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'Questo nome funziona solo su questo computer. A un telefono serve l’indirizzo del computer nella tua rete.',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'I telefoni non possono raggiungere questo indirizzo, perché il server accetta solo connessioni da questo computer. Avvialo con <code>{command}</code> per la tua rete, oppure vedi “Indirizzo” sotto.',
  'Invite people': 'Invita persone',
  'Anyone with this link can join until {day}.': 'Chiunque abbia questo link può entrare fino a {day}.',
  'Anyone with this link can join.': 'Chiunque abbia questo link può entrare.',
  'For now, it only works on this computer.': 'Per ora funziona solo su questo computer.',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Crea un link nella chat: <a href="/#organization/invitations/new">Invita persone</a>.',
  'API access': 'Accesso all’API',
  'Show your API key': 'Mostra la tua chiave API',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Salva questo come <code>~/.zuliprc</code> per i client e i bot di Zulip. Chiunque abbia questa chiave può agire al posto tuo. La trovi anche in <a href="/#settings/account-and-privacy">Account e privacy</a>.',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'Trovi la tua chiave API in <a href="/#settings/account-and-privacy">Account e privacy</a>. Leggi il <a href="/api">riferimento dell’API</a>.',
  'Next steps': 'Passaggi successivi',
  Address: 'Indirizzo',
  'To use your own domain with HTTPS:': 'Per usare il tuo dominio con HTTPS:',
  Backup: 'Backup',
  'backs up while the server runs;': 'esegue il backup con il server in funzione;',
  'makes a backup every day': 'esegue un backup ogni giorno',
  'Outgoing e-mail': 'Posta in uscita',
  'Optional:': 'Facoltativo:',
  'sends invitations and missed messages by e-mail': 'invia via email gli inviti e i messaggi persi',
  'The address {origin} as a QR code': 'L’indirizzo {origin} come codice QR',
  'The invitation link as a QR code': 'Il link di invito come codice QR',
  'E-mails are sent within seconds. These haven’t been sent yet.':
    'Le email vengono inviate in pochi secondi. Queste non sono ancora state inviate.',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'Questo server non invia email. Per attivarle, imposta un server di posta in <code>KLATCH_SMTP_URL</code>. Fino ad allora, inoltra tu ogni link al destinatario.',
  'No e-mails are waiting to be sent.': 'Nessuna email in attesa di invio.',
  '{n} older e-mails aren’t shown.': '{n} email meno recenti non sono mostrate.',
  Invitation: 'Invito',
  'Confirm e-mail address': 'Conferma indirizzo email',
  'Confirm new e-mail address': 'Conferma nuovo indirizzo email',
  'New sign-in': 'Nuovo accesso',
  'Account deactivated': 'Account disattivato',
  Welcome: 'Benvenuto',
  'Export ready': 'Esportazione pronta',
  'Missed messages': 'Messaggi persi',
  Digest: 'Riepilogo',
  Test: 'Prova',
  '{n} attempt': '{n} tentativo',
  '{n} attempts': '{n} tentativi',
  'Not delivered yet: {reason}': 'Non ancora consegnata: {reason}',
  'Couldn’t be delivered: {reason}': 'Impossibile consegnare: {reason}',
  'Try again': 'Riprova',
  Remove: 'Rimuovi',
  'Sign in as': 'Accedi come',
  'This is a temporary server. No password is needed.': 'Questo è un server temporaneo. Non serve una password.',
  'Sign in with a password': 'Accedi con una password',
  owner: 'proprietario',
  administrator: 'amministratore',
  moderator: 'moderatore',
  member: 'membro',
  guest: 'ospite',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'L’account {email} è stato disattivato. Chiedi a un amministratore di {organization} di riattivarlo.',
  'You were signed out because your session ended. Sign in again.': 'La tua sessione è terminata. Accedi di nuovo.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'Un proxy a {from} inoltra richieste a questo server, che non lo considera attendibile. Tutti gli utenti condividono un unico limite di richieste e i link potrebbero essere sbagliati. Avvia il server con --behind-proxy={address}.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'Il proxy a {from} non invia X-Forwarded-For. Tutti gli utenti condividono un unico limite di richieste.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'Il proxy a {from} non invia X-Forwarded-Proto: il server non può distinguere HTTPS da HTTP. Configura il proxy perché lo invii, oppure avvia il server con --public-url.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'Il browser ha aperto {sent}, ma l’indirizzo di questo server è {known}. Se si trova dietro un proxy, configura il proxy perché invii X-Forwarded-Proto e X-Forwarded-Host e avvia il server con --behind-proxy. Altrimenti imposta --public-url.',
  'Continue with {provider}': 'Continua con {provider}',
  'Sign in again to confirm that it is you.': 'Accedi di nuovo per confermare la tua identità.',
  'Go back to the app': 'Torna all’app',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'Copia questo codice e torna all’app Zulip. Il codice è valido per un minuto.',
  Code: 'Codice',
  'Copy the code': 'Copia il codice',
  'Copied. Go back to the Zulip app now.': 'Copiato. Ora torna all’app Zulip.',
  'Continue in your browser': 'Continua nel browser',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'Accedi con {provider} nel browser. Poi copia il codice che ricevi lì e torna qui.',
  'Open the browser again': 'Apri di nuovo il browser',
  'This version of the app is too old for that. Install the current one.':
    'Questa versione dell’app è troppo vecchia. Installa quella attuale.',
  'You did not finish the sign-in.': 'Non hai completato l’accesso.',
  'The sign-in with {provider} failed. Start again.': 'L’accesso con {provider} non è riuscito. Ricomincia.',
  '{provider} does not answer. Try again later.': '{provider} non risponde. Riprova più tardi.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'Questo accesso è stato iniziato in un altro browser o più di dieci minuti fa. Ricomincia.',
  '{provider} does not confirm your e-mail address.': '{provider} non conferma il tuo indirizzo email.',
  'No account here has your e-mail address.': 'Nessun account qui ha il tuo indirizzo email.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'Nessun account qui ha il tuo indirizzo email. Per entrare, chiedi un invito.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'L’account con il tuo indirizzo email appartiene a un’altra identità. Chiedi a un amministratore.',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'Sei uscito, oppure il tuo accesso risale a troppo tempo fa. Accedi e ricomincia.',
  'This account at {provider} is linked to another user.':
    'Questo account di {provider} è collegato a un altro utente.',
  'You have linked another account at {provider}. Unlink it first.':
    'Hai collegato un altro account di {provider}. Prima scollegalo.',
  'The invitation is for another e-mail address.': 'L’invito è per un altro indirizzo email.',
  'Password authentication is disabled in this organization':
    'L’accesso con password è disattivato in questa organizzazione',
  'Account is deactivated': 'L’account è disattivato',
  'Use a passkey': 'Usa una passkey',
  'Sign in with a passkey': 'Accedi con una passkey',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'Il tuo dispositivo o il tuo gestore di password contiene passkey che hai aggiunto qui nelle impostazioni.',
  'The passkey did not work. Try again.': 'La passkey non ha funzionato. Riprova.',
  'This passkey is not known here.': 'Questa passkey non è conosciuta qui.',
  'Confirm your sign-in': 'Conferma l’accesso',
  'From your authenticator app, or a recovery code.': 'Dalla tua app di autenticazione, oppure un codice di recupero.',
  'From your authenticator app.': 'Dalla tua app di autenticazione.',
  Confirm: 'Conferma',
  'Protect your account': 'Proteggi il tuo account',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    '{organization} richiede un secondo fattore. Scansiona questo codice con un’app di autenticazione, come Aegis, 1Password o Google Authenticator.',
  'Or enter this secret there:': 'Oppure inserisci lì questo segreto:',
  'Protect the account': 'Proteggi l’account',
  'This code is not correct, or it was used already.': 'Questo codice non è corretto oppure è già stato usato.',
  'This sign-in has ended. Start again.': 'Questo accesso è terminato. Ricomincia.',
  'Save your recovery codes': 'Salva i tuoi codici di recupero',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    'Ogni codice sostituisce una volta il secondo fattore. Conservali dove li trovi anche senza il telefono.',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'Accedi nel browser. Poi copia il codice che ricevi lì e torna qui.',
};
