/** The pages' texts in German, by the English text. Names in braces are placeholders. */
export const de: Readonly<Record<string, string>> = {
  'Sign in': 'Anmelden',
  'Sign out': 'Abmelden',
  'Terms of service': 'Nutzungsbedingungen',
  'Privacy policy': 'Datenschutzerklärung',
  Imprint: 'Impressum',
  'No organization here': 'Hier ist keine Organisation',
  'This server has no organization with this address. Check the address for typing errors.':
    'Auf diesem Server hat keine Organisation diese Adresse. Bitte die Adresse auf Tippfehler prüfen.',
  'Organization suspended': 'Organisation gesperrt',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'Diese Organisation ist gesperrt. Es ist nichts verloren. Bitte den Serveradministrator nach dem Grund fragen.',
  'Organization not available': 'Organisation nicht erreichbar',
  'This organization is not available at the moment. Try again in a minute.':
    'Diese Organisation ist im Moment nicht erreichbar. Bitte in einer Minute noch einmal versuchen.',
  'Setting up HTTPS': 'HTTPS wird eingerichtet',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'HTTPS für <b>{domain}</b> startet, sobald eine Zertifizierungsstelle den Namen bestätigt hat. Das dauert meist weniger als eine Minute. Diese Seite lädt sich von selbst neu.',
  'If it takes longer, ask the server administrator to check the server’s log.':
    'Wenn es länger dauert, bitte den Serveradministrator, das Protokoll des Servers zu prüfen.',
  'E-mail': 'E-Mail',
  Password: 'Passwort',
  'Forgot your password?': 'Passwort vergessen?',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'Hier kannst du dich nicht mit einem Passwort anmelden. Nimm die eigene Anmeldeseite deiner Organisation, oder bitte einen Administrator um einen Link.',
  'Sign in as any user without a password': 'Ohne Passwort als beliebiger Benutzer anmelden',
  'View without an account': 'Ohne Konto ansehen',
  'You are signed in as <b>{name}</b> ({email}).': 'Du bist als <b>{name}</b> ({email}) angemeldet.',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'Gib die E-Mail-Adresse deines Kontos ein. Du bekommst einen Link, um ein neues Passwort zu wählen.',
  'Send link': 'Link senden',
  'Back to sign-in': 'Zurück zur Anmeldung',
  'Check your e-mail': 'Prüfe deine E-Mails',
  'Ask for your link': 'Bitte um deinen Link',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Wenn <b>{email}</b> zu einem Konto gehört, ist eine E-Mail mit einem Link unterwegs. Kommt sie nicht innerhalb weniger Minuten an, sieh im Spam-Ordner nach.',
  'The link is valid for 24 hours.': 'Der Link ist 24 Stunden gültig.',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'Dieser Server sendet keine E-Mails. Wenn <b>{email}</b> zu einem Konto gehört, bitte einen Besitzer der Organisation um deinen Link.',
  'New password': 'Neues Passwort',
  '6 to 100 characters.': '6 bis 100 Zeichen.',
  'Repeat password': 'Passwort wiederholen',
  'Request a new link on the sign-in page.': 'Fordere auf der Anmeldeseite einen neuen Link an.',
  'Choose a password': 'Wähle ein Passwort',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    'Für das Konto von {name} ({email}). Alle Geräte müssen sich neu anmelden, und der API-Schlüssel ändert sich.',
  'Change password': 'Passwort ändern',
  'Password changed': 'Passwort geändert',
  'Sign in with your new password.': 'Melde dich mit deinem neuen Passwort an.',
  'The passwords don’t match. Enter the same password twice.':
    'Die Passwörter stimmen nicht überein. Gib zweimal dasselbe Passwort ein.',
  'Fill in this field.': 'Fülle dieses Feld aus.',
  'Enter at most {n} characters.': 'Gib höchstens {n} Zeichen ein.',
  optional: 'optional',
  'Your username or password is incorrect': 'E-Mail-Adresse oder Passwort ist falsch',
  'The password is too weak. Use 6 to 100 characters.': 'Das Passwort ist zu schwach. Verwende 6 bis 100 Zeichen.',
  'Setup code': 'Einrichtungscode',
  'The server prints it when it starts, after “Set up”.': 'Der Server gibt ihn beim Start hinter „Set up“ aus.',
  Organization: 'Organisation',
  'The name of your team, club or family. You can change it later.':
    'Der Name deines Teams, Vereins oder deiner Familie. Du kannst ihn später ändern.',
  'Your name': 'Dein Name',
  'Used to sign in. No e-mail is sent.': 'Zum Anmelden. Es wird keine E-Mail gesendet.',
  'Set up your server': 'Richte deinen Server ein',
  'You’ll be the owner of a new organization. You can change everything later.':
    'Du wirst Besitzer einer neuen Organisation. Du kannst später alles ändern.',
  'Set up': 'Einrichten',
  'Already set up': 'Bereits eingerichtet',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'Dieser Server hat bereits einen Besitzer. Bitte ihn um eine Einladung, um beizutreten.',
  'Shown to other people.': 'Wird anderen Personen angezeigt.',
  'Used to sign in.': 'Zum Anmelden.',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'Der Link wurde benutzt oder widerrufen oder ist abgelaufen. Bitte die Person, von der du ihn hast, um einen neuen.',
  'Join {organization}': '{organization} beitreten',
  '{inviter} invited you.': '{inviter} hat dich eingeladen.',
  '{inviter} invited you as a guest.': '{inviter} hat dich als Gast eingeladen.',
  'You’re already signed in as {name}. This creates another account.':
    'Du bist bereits als {name} angemeldet. Hiermit erstellst du ein weiteres Konto.',
  'You’re already signed in as {name}. This is another account.':
    'Du bist bereits als {name} angemeldet. Dies ist ein anderes Konto.',
  'You get the account of <b>{name}</b> with your earlier messages.':
    'Du bekommst das Konto von <b>{name}</b> mit deinen früheren Nachrichten.',
  'Your account will use the address <b>{email}</b>.': 'Dein Konto verwendet die Adresse <b>{email}</b>.',
  Continue: 'Weiter',
  Join: 'Beitreten',
  'I already have an account': 'Ich habe bereits ein Konto',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Eine E-Mail mit einem Link ist unterwegs an <b>{email}</b>. Kommt sie nicht innerhalb weniger Minuten an, sieh im Spam-Ordner nach.',
  'Invitation required': 'Einladung erforderlich',
  'Ask a member of the organization to invite you.': 'Bitte ein Mitglied der Organisation, dich einzuladen.',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'Gib deine E-Mail-Adresse ein. Du bekommst einen Link, um dein Konto zu erstellen.',
  'Create account': 'Konto erstellen',
  'The confirmation link has expired or been deactivated.':
    'Der Bestätigungslink ist abgelaufen oder wurde deaktiviert.',
  'This link is incomplete, or the account no longer exists.':
    'Dieser Link ist unvollständig, oder das Konto existiert nicht mehr.',
  'The invitation link has expired or is not valid.': 'Der Einladungslink ist abgelaufen oder ungültig.',
  'Account is deactivated.': 'Das Konto ist deaktiviert.',
  'Disposable email addresses are not allowed in this organization':
    'Wegwerf-E-Mail-Adressen sind in dieser Organisation nicht erlaubt',
  'Enter a valid email address.': 'Gib eine gültige E-Mail-Adresse ein.',
  'Invalid characters in name!': 'Der Name enthält unzulässige Zeichen',
  'Name too long!': 'Der Name ist zu lang',
  'Name too short!': 'Der Name ist zu kurz',
  'This code is no longer valid. Restart the server to get a new one.':
    'Dieser Code ist nicht mehr gültig. Starte den Server neu, um einen neuen zu erhalten.',
  'This password is easy to guess. Choose another password.':
    'Dieses Passwort ist leicht zu erraten. Wähle ein anderes Passwort.',
  'Wrong code. Enter the code that the server printed when it started.':
    'Falscher Code. Gib den Code ein, den der Server beim Start ausgegeben hat.',
  'This password is too common. Choose another password.':
    'Dieses Passwort ist zu verbreitet. Wähle ein anderes Passwort.',
  'This link has been used or has expired.': 'Dieser Link wurde benutzt oder ist abgelaufen.',
  'This server is already set up.': 'Dieser Server ist bereits eingerichtet.',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'Dieser Anmeldelink wurde benutzt oder ist abgelaufen. Bitte den Administrator um einen neuen.',
  'Unique names required in this organization.': 'In dieser Organisation darf kein Name zweimal vorkommen.',
  'This link is no longer valid': 'Dieser Link ist nicht mehr gültig',
  'Go to the start page': 'Zur Startseite',
  'Open chat': 'Chat öffnen',
  'Sign in to continue': 'Melde dich an, um fortzufahren',
  'Access denied': 'Kein Zugriff',
  'Page not found': 'Seite nicht gefunden',
  'The page may have been moved or deleted, or the link is incomplete.':
    'Die Seite wurde verschoben oder gelöscht, oder der Link ist unvollständig.',
  'This page can’t be opened this way. Go to the start page.':
    'Diese Seite kann so nicht geöffnet werden. Gehe zur Startseite.',
  'Too many requests': 'Zu viele Anfragen',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'Dein Browser hat zu viele Anfragen gesendet. Warte eine Minute und versuche es dann noch einmal.',
  'Something went wrong': 'Etwas ist schiefgelaufen',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'Das ist ein Fehler des Servers. Versuche es noch einmal oder bitte den Administrator, das Protokoll des Servers zu prüfen.',
  'Request failed': 'Anfrage fehlgeschlagen',
  'Sign in to {organization}': 'Bei {organization} anmelden',
  'This link signs in <b>{name}</b> ({email}) once.': 'Dieser Link meldet <b>{name}</b> ({email}) einmal an.',
  'Change your e-mail address again in your settings.': 'Ändere deine E-Mail-Adresse erneut in deinen Einstellungen.',
  'Confirm your new e-mail address': 'Bestätige deine neue E-Mail-Adresse',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    'Das Konto von <b>{name}</b> verwendet dann <b>{address}</b> statt {before} zum Anmelden und für E-Mails.',
  'Confirm address': 'Adresse bestätigen',
  'E-mail address changed': 'E-Mail-Adresse geändert',
  'Your account now uses the address <b>{address}</b>.': 'Dein Konto verwendet jetzt die Adresse <b>{address}</b>.',
  'Choose which e-mails you receive in your settings.':
    'In deinen Einstellungen wählst du, welche E-Mails du bekommst.',
  'Unsubscribe from these e-mails?': 'Diese E-Mails abbestellen?',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    '{organization} sendet dann keine E-Mails mehr an <b>{email}</b> über verpasste Nachrichten.',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    '{organization} sendet dann keine Zusammenfassungen mehr an <b>{email}</b>.',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    '{organization} sendet dann keine E-Mails mehr an <b>{email}</b> über neue Anmeldungen an deinem Konto.',
  Unsubscribe: 'Abbestellen',
  Unsubscribed: 'Abbestellt',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'Du bekommst diese E-Mails nicht mehr. In deinen Einstellungen kannst du sie wieder einschalten.',
  '{organization} is ready': '{organization} ist bereit',
  'You’re signed in as {name} ({email}), its owner.':
    'Du bist als {name} ({email}) angemeldet, Besitzer der Organisation.',
  Phone: 'Telefon',
  'Install the Zulip app, then enter or scan this address.':
    'Installiere die Zulip-App und gib diese Adresse ein oder scanne sie.',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'Dieser Name funktioniert nur auf diesem Rechner. Ein Telefon braucht die Adresse des Rechners in deinem Netzwerk.',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'Telefone erreichen diese Adresse nicht, da der Server nur Verbindungen von diesem Rechner annimmt. Starte ihn mit <code>{command}</code> für dein Netzwerk, oder sieh unten bei „Adresse“ nach.',
  'Invite people': 'Personen einladen',
  'Anyone with this link can join until {day}.': 'Mit diesem Link kann jeder bis zum {day} beitreten.',
  'Anyone with this link can join.': 'Mit diesem Link kann jeder beitreten.',
  'For now, it only works on this computer.': 'Vorerst funktioniert er nur auf diesem Rechner.',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Erstelle einen Link im Chat: <a href="/#organization/invitations/new">Personen einladen</a>.',
  'API access': 'API-Zugriff',
  'Show your API key': 'Deinen API-Schlüssel anzeigen',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Speichere dies als <code>~/.zuliprc</code> für Zulips Clients und Bots. Mit diesem Schlüssel kann jeder in deinem Namen handeln. Du findest ihn auch unter <a href="/#settings/account-and-privacy">Konto und Datenschutz</a>.',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'Deinen API-Schlüssel findest du unter <a href="/#settings/account-and-privacy">Konto und Datenschutz</a>. Lies die <a href="/api">API-Referenz</a>.',
  'Next steps': 'Nächste Schritte',
  Address: 'Adresse',
  'To use your own domain with HTTPS:': 'Mit eigener Domain und HTTPS:',
  Backup: 'Sicherung',
  'backs up while the server runs;': 'sichert im laufenden Betrieb;',
  'makes a backup every day': 'erstellt täglich eine Sicherung',
  'Outgoing e-mail': 'Ausgehende E-Mails',
  'Optional:': 'Optional: Mit',
  'sends invitations and missed messages by e-mail': 'werden Einladungen und verpasste Nachrichten per E-Mail gesendet',
  'The address {origin} as a QR code': 'Die Adresse {origin} als QR-Code',
  'The invitation link as a QR code': 'Der Einladungslink als QR-Code',
  'E-mails are sent within seconds. These haven’t been sent yet.':
    'E-Mails werden innerhalb von Sekunden gesendet. Diese wurden noch nicht gesendet.',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'Dieser Server sendet keine E-Mails. Setze zum Einschalten <code>KLATCH_SMTP_URL</code> auf einen Mailserver. Gib bis dahin jeden Link an seinen Empfänger weiter.',
  'No e-mails are waiting to be sent.': 'Keine E-Mails warten auf den Versand.',
  '{n} older e-mails aren’t shown.': '{n} ältere E-Mails werden nicht angezeigt.',
  Invitation: 'Einladung',
  'Confirm e-mail address': 'E-Mail-Adresse bestätigen',
  'Confirm new e-mail address': 'Neue E-Mail-Adresse bestätigen',
  'New sign-in': 'Neue Anmeldung',
  'Account deactivated': 'Konto deaktiviert',
  Welcome: 'Willkommen',
  'Export ready': 'Export fertig',
  'Missed messages': 'Verpasste Nachrichten',
  Digest: 'Zusammenfassung',
  Test: 'Test',
  '{n} attempt': '{n} Versuch',
  '{n} attempts': '{n} Versuche',
  'Not delivered yet: {reason}': 'Noch nicht zugestellt: {reason}',
  'Couldn’t be delivered: {reason}': 'Nicht zustellbar: {reason}',
  'Try again': 'Noch einmal versuchen',
  Remove: 'Entfernen',
  'Sign in as': 'Anmelden als',
  'This is a temporary server. No password is needed.': 'Dies ist ein temporärer Server. Es ist kein Passwort nötig.',
  'Sign in with a password': 'Mit Passwort anmelden',
  owner: 'Besitzer',
  administrator: 'Administrator',
  moderator: 'Moderator',
  member: 'Mitglied',
  guest: 'Gast',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'Das Konto {email} wurde deaktiviert. Bitte einen Administrator von {organization}, es zu reaktivieren.',
  'You were signed out because your session ended. Sign in again.':
    'Du wurdest abgemeldet, da deine Sitzung beendet ist. Melde dich wieder an.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'Ein Proxy unter {from} leitet Anfragen an diesen Server weiter, der ihm nicht vertraut. Alle Benutzer teilen sich ein Anfragelimit, und Links können falsch sein. Starte den Server mit --behind-proxy={address}.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'Der Proxy unter {from} sendet kein X-Forwarded-For. Alle Benutzer teilen sich ein Anfragelimit.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'Der Proxy unter {from} sendet kein X-Forwarded-Proto. Der Server kann HTTPS nicht von HTTP unterscheiden. Lass den Proxy den Header senden, oder starte den Server mit --public-url.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'Dein Browser hat {sent} geöffnet, aber die Adresse dieses Servers ist {known}. Steht er hinter einem Proxy, lass den Proxy X-Forwarded-Proto und X-Forwarded-Host senden und starte den Server mit --behind-proxy. Setze sonst --public-url.',
  'Continue with {provider}': 'Weiter mit {provider}',
  'Sign in again to confirm that it is you.': 'Melde dich noch einmal an, um zu bestätigen, dass du es bist.',
  'Go back to the app': 'Zurück zur App',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'Kopiere diesen Code und geh dann zurück zur Zulip-App. Der Code gilt eine Minute lang.',
  Code: 'Code',
  'Copy the code': 'Code kopieren',
  'Copied. Go back to the Zulip app now.': 'Kopiert. Geh jetzt zurück zur Zulip-App.',
  'Continue in your browser': 'Weiter im Browser',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'Melde dich im Browser mit {provider} an. Kopiere dann den Code, den du dort erhältst, und komm zurück.',
  'Open the browser again': 'Browser noch einmal öffnen',
  'This version of the app is too old for that. Install the current one.':
    'Diese Version der App ist dafür zu alt. Installiere die aktuelle.',
  'You did not finish the sign-in.': 'Du hast die Anmeldung nicht abgeschlossen.',
  'The sign-in with {provider} failed. Start again.':
    'Die Anmeldung mit {provider} ist fehlgeschlagen. Fang noch einmal an.',
  '{provider} does not answer. Try again later.': '{provider} antwortet nicht. Versuch es später noch einmal.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'Diese Anmeldung wurde in einem anderen Browser oder vor mehr als zehn Minuten begonnen. Fang noch einmal an.',
  '{provider} does not confirm your e-mail address.': '{provider} bestätigt deine E-Mail-Adresse nicht.',
  'No account here has your e-mail address.': 'Hier hat kein Konto deine E-Mail-Adresse.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'Hier hat kein Konto deine E-Mail-Adresse. Bitte um eine Einladung, um beizutreten.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'Das Konto mit deiner E-Mail-Adresse gehört zu einer anderen Identität. Frag einen Administrator.',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'Du hast dich abgemeldet, oder deine Anmeldung ist zu lange her. Melde dich an und fang noch einmal an.',
  'This account at {provider} is linked to another user.':
    'Dieses Konto bei {provider} ist mit einem anderen Benutzer verknüpft.',
  'You have linked another account at {provider}. Unlink it first.':
    'Du hast ein anderes Konto bei {provider} verknüpft. Heb diese Verknüpfung zuerst auf.',
  'The invitation is for another e-mail address.': 'Die Einladung gilt für eine andere E-Mail-Adresse.',
  'Password authentication is disabled in this organization':
    'Die Anmeldung mit Passwort ist in dieser Organisation abgeschaltet',
  'Account is deactivated': 'Das Konto ist deaktiviert',
  'Use a passkey': 'Passkey verwenden',
  'Sign in with a passkey': 'Mit Passkey anmelden',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'Dein Gerät oder dein Passwortmanager hat Passkeys, die du hier in deinen Einstellungen hinzugefügt hast.',
  'The passkey did not work. Try again.': 'Der Passkey hat nicht funktioniert. Versuch es noch einmal.',
  'This passkey is not known here.': 'Dieser Passkey ist hier nicht bekannt.',
  'Confirm your sign-in': 'Bestätige deine Anmeldung',
  'From your authenticator app, or a recovery code.': 'Aus deiner Authenticator-App, oder ein Wiederherstellungscode.',
  'From your authenticator app.': 'Aus deiner Authenticator-App.',
  Confirm: 'Bestätigen',
  'Protect your account': 'Schütze dein Konto',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    '{organization} verlangt einen zweiten Faktor. Scanne diesen Code mit einer Authenticator-App, etwa Aegis, 1Password oder Google Authenticator.',
  'Or enter this secret there:': 'Oder gib dort dieses Geheimnis ein:',
  'Protect the account': 'Konto schützen',
  'This code is not correct, or it was used already.': 'Dieser Code ist nicht richtig, oder er wurde schon verwendet.',
  'This sign-in has ended. Start again.': 'Diese Anmeldung ist beendet. Fang noch einmal an.',
  'Save your recovery codes': 'Bewahre deine Wiederherstellungscodes auf',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    'Jeder Code ersetzt einmal den zweiten Faktor. Bewahre sie so auf, dass du sie ohne dein Telefon findest.',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'Melde dich im Browser an. Kopiere dann den Code, den du dort erhältst, und komm zurück.',
};
