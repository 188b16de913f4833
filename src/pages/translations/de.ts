/** The pages' texts in German, by the English text. Names in braces are placeholders. */
export const de: Readonly<Record<string, string>> = {
  'Sign in': 'Anmelden',
  'Sign out': 'Abmelden',
  'This server is getting its certificate': 'Dieser Server holt gerade sein Zertifikat',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'HTTPS für <b>{domain}</b> startet, sobald eine Zertifizierungsstelle den Namen bestätigt hat. Das dauert meist weniger als eine Minute. Diese Seite lädt sich von selbst neu.',
  'If it takes longer, the server’s log says why. The administrator of this server can look there.':
    'Dauert es länger, steht der Grund im Protokoll des Servers. Der Administrator dieses Servers kann dort nachsehen.',
  'E-mail': 'E-Mail',
  Password: 'Passwort',
  'Forgot your password?': 'Passwort vergessen?',
  'Sign in as anybody, without a password': 'Als irgendwer anmelden, ohne Passwort',
  'Look around without an account': 'Ohne Konto umsehen',
  'You are signed in as <b>{name}</b> ({email}).': 'Du bist als <b>{name}</b> ({email}) angemeldet.',
  'Say which account it is about. With the link you get, you choose another password.':
    'Sag, um welches Konto es geht. Mit dem Link, den du bekommst, wählst du ein neues Passwort.',
  'Send me a link': 'Schick mir einen Link',
  'Back to signing in': 'Zurück zum Anmelden',
  'Look into your mailbox': 'Sieh in dein Postfach',
  'Ask for your link': 'Frag nach deinem Link',
  'If <b>{email}</b> belongs to an account here, a mail with a link is on its way. It may take some minutes, and it may be among the spam.':
    'Wenn <b>{email}</b> zu einem Konto hier gehört, ist eine Mail mit einem Link unterwegs. Das kann einige Minuten dauern, und sie kann im Spam liegen.',
  'The link holds for a day.': 'Der Link gilt einen Tag lang.',
  'This server sends no mail. If <b>{email}</b> belongs to an account here, an owner of the organization can now see your link and pass it on to you: ask them.':
    'Dieser Server verschickt keine Mail. Wenn <b>{email}</b> zu einem Konto hier gehört, kann ein Besitzer der Organisation deinen Link jetzt sehen und dir geben: frag dort.',
  'New password': 'Neues Passwort',
  '6 to 100 characters.': '6 bis 100 Zeichen.',
  'Once more': 'Noch einmal',
  'You can ask for another where you sign in.': 'Einen neuen bekommst du dort, wo du dich anmeldest.',
  'Choose a password': 'Wähle ein Passwort',
  'For the account of {name} ({email}). All its devices will have to sign in again, and its API key changes.':
    'Für das Konto von {name} ({email}). Alle Geräte müssen sich neu anmelden, und der API-Schlüssel ändert sich.',
  'Use this password': 'Dieses Passwort nehmen',
  'You have a new password': 'Du hast ein neues Passwort',
  'Sign in with it from now on.': 'Melde dich von jetzt an damit an.',
  'This is not the same password.': 'Das ist nicht dasselbe Passwort.',
  'Please fill this in.': 'Bitte ausfüllen.',
  'At most {n} characters.': 'Höchstens {n} Zeichen.',
  optional: 'freiwillig',
  'Your username or password is incorrect': 'E-Mail oder Passwort stimmt nicht',
  'The password is too weak. Use 6 to 100 characters.': 'Das Passwort ist zu schwach. Nimm 6 bis 100 Zeichen.',
  'Set-up code': 'Code zum Einrichten',
  'Printed where the server was started, after “Set up”.':
    'Steht dort, wo der Server gestartet wurde, hinter „Set up“.',
  Organization: 'Organisation',
  'Your team, club or family. You can change it later.': 'Dein Team, Verein oder deine Familie. Später änderbar.',
  'Your name': 'Dein Name',
  'To sign in with. No mail is sent.': 'Zum Anmelden. Es wird keine Mail verschickt.',
  'Set up your server': 'Richte deinen Server ein',
  'This makes you the owner of a new organization. Everything can be changed later.':
    'Damit wirst du Besitzer einer neuen Organisation. Alles lässt sich später ändern.',
  'Set up': 'Einrichten',
  'Already set up': 'Schon eingerichtet',
  'This server has an owner. To join, ask for an invitation.':
    'Dieser Server hat schon einen Besitzer. Um beizutreten, bitte um eine Einladung.',
  'As the others will see it.': 'So sehen ihn die anderen.',
  'To sign in with.': 'Zum Anmelden.',
  'It was used, taken back, or is too old. Ask whoever gave it to you for another one.':
    'Er wurde benutzt, zurückgenommen oder ist zu alt. Bitte um einen neuen, wo du ihn herhast.',
  'Join {organization}': '{organization} beitreten',
  '{inviter} has invited you.': '{inviter} hat dich eingeladen.',
  '{inviter} has invited you as a guest.': '{inviter} hat dich als Gast eingeladen.',
  'You are signed in as {name} already; this makes another account.':
    'Du bist schon als {name} angemeldet; hiermit entsteht ein weiteres Konto.',
  'Your account will have the address <b>{email}</b>.': 'Dein Konto bekommt die Adresse <b>{email}</b>.',
  'Go on': 'Weiter',
  Join: 'Beitreten',
  'I have an account': 'Ich habe ein Konto',
  'A mail with a link is on its way to <b>{email}</b>. It may take some minutes, and it may be among the spam.':
    'Eine Mail mit einem Link ist unterwegs an <b>{email}</b>. Das kann einige Minuten dauern, und sie kann im Spam liegen.',
  'By invitation only': 'Nur mit Einladung',
  'To join, ask for an invitation.': 'Um beizutreten, bitte um eine Einladung.',
  'Say which address is yours. With the link you get, you make your account.':
    'Sag, welche Adresse deine ist. Mit dem Link, den du bekommst, legst du dein Konto an.',
  'Make an account': 'Konto anlegen',
  'The confirmation link has expired or been deactivated.': 'Der Bestätigungslink ist abgelaufen oder ungültig.',
  'This link is not whole, or the account is gone.':
    'Dieser Link ist nicht vollständig, oder das Konto gibt es nicht mehr.',
  'The invitation link has expired or is not valid.': 'Der Einladungslink ist abgelaufen oder ungültig.',
  'Account is deactivated.': 'Das Konto ist deaktiviert.',
  'Disposable email addresses are not allowed in this organization':
    'Wegwerf-Adressen sind in dieser Organisation nicht erlaubt',
  'Enter a valid email address.': 'Gib eine gültige E-Mail-Adresse an.',
  'Invalid characters in name!': 'Ungültige Zeichen im Namen',
  'Name too long!': 'Der Name ist zu lang',
  'Name too short!': 'Der Name ist zu kurz',
  'This code is no longer valid. Start the server again: it prints a new one.':
    'Dieser Code gilt nicht mehr. Starte den Server neu: er zeigt einen neuen.',
  'This is known to everybody who knows you. Choose another password.':
    'Das weiß jeder, der dich kennt. Wähle ein anderes Passwort.',
  'This is not the code. It is printed where the server was started.':
    'Das ist nicht der Code. Er steht dort, wo der Server gestartet wurde.',
  'This is what everybody tries first. Choose another password.':
    'Das versucht jeder zuerst. Wähle ein anderes Passwort.',
  'This link has been used, or it is older than a day.': 'Dieser Link wurde benutzt oder ist älter als einen Tag.',
  'This server has been set up already.': 'Dieser Server ist schon eingerichtet.',
  'This sign-in link has been used or has expired. The administrator can make another.':
    'Dieser Anmeldelink wurde benutzt oder ist abgelaufen. Wer den Server verwaltet, kann einen neuen machen.',
  'Unique names required in this organization.': 'In dieser Organisation darf kein Name zweimal vorkommen.',
  'This link has come to its end': 'Dieser Link ist am Ende',
  'To the start page': 'Zur Startseite',
  'To the chat': 'Zum Chat',
  'Please sign in': 'Bitte melde dich an',
  'No access': 'Kein Zugang',
  'Nothing here': 'Hier ist nichts',
  'There is nothing at this address. It may have been moved or deleted, or the link is not whole.':
    'Unter dieser Adresse ist nichts. Vielleicht wurde es verschoben oder gelöscht, oder der Link ist nicht vollständig.',
  'This address does not take what your browser sent.': 'Diese Adresse nimmt nicht an, was dein Browser geschickt hat.',
  'Too many requests': 'Zu viele Anfragen',
  'Your browser asked too often. Wait a minute, then try again.':
    'Dein Browser hat zu oft gefragt. Warte eine Minute und versuche es dann noch einmal.',
  'Something went wrong': 'Etwas ging schief',
  'This is a mistake of the server. Its log says more; the administrator can look there.':
    'Das ist ein Fehler des Servers. Sein Protokoll sagt mehr; dort kann nachsehen, wer ihn betreibt.',
  'This did not work': 'Das hat nicht geklappt',
  'Sign in to {organization}': 'Bei {organization} anmelden',
  'This link signs <b>{name}</b> ({email}) in, once.': 'Dieser Link meldet <b>{name}</b> ({email}) einmal an.',
  'You can ask for the new address once more in your settings.':
    'In deinen Einstellungen kannst du die neue Adresse noch einmal angeben.',
  'Your new address': 'Deine neue Adresse',
  'The account of <b>{name}</b> gets the address <b>{address}</b> instead of {before}: to sign in with, and for mail.':
    'Das Konto von <b>{name}</b> bekommt die Adresse <b>{address}</b> statt {before}: zum Anmelden und für Mails.',
  'Use this address': 'Diese Adresse nehmen',
  'Your address has changed': 'Deine Adresse ist geändert',
  'Your account has the address <b>{address}</b> now.': 'Dein Konto hat jetzt die Adresse <b>{address}</b>.',
  'You can choose what you get mail about in your settings.':
    'In deinen Einstellungen wählst du, worüber du Mails bekommst.',
  'No more of these mails?': 'Keine solchen Mails mehr?',
  '{organization} would write to <b>{email}</b> no more about what you missed while you were away.':
    '{organization} würde an <b>{email}</b> nicht mehr schreiben, was du verpasst hast.',
  '{organization} would write to <b>{email}</b> no more about what happened while you were not here for a week.':
    '{organization} würde an <b>{email}</b> nicht mehr schreiben, was in einer Woche ohne dich geschah.',
  '{organization} would write to <b>{email}</b> no more about new sign-ins to your account.':
    '{organization} würde an <b>{email}</b> nicht mehr von neuen Anmeldungen an deinem Konto schreiben.',
  'Stop these mails': 'Diese Mails abbestellen',
  'As you wish': 'Wie du möchtest',
  'You get no more mails about {what}. In your settings you can have them again.':
    'Du bekommst diese Mails nicht mehr. In deinen Einstellungen kannst du sie wieder bestellen.',
  '{organization} is ready': '{organization} ist bereit',
  'Signed in as {name} ({email}), its owner.': 'Angemeldet als {name} ({email}), im Besitz der Organisation.',
  'Open the chat': 'Chat öffnen',
  Phone: 'Telefon',
  'Install the Zulip app and give it this address, or scan it.':
    'Installiere die Zulip-App und gib ihr diese Adresse, oder scanne sie.',
  'This is the computer’s name for itself. A phone needs the one it has in your network.':
    'So nennt der Rechner sich selbst. Ein Telefon braucht den Namen, den er in deinem Netz hat.',
  'A phone cannot reach this address: the server listens for this computer alone. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'Ein Telefon erreicht diese Adresse nicht: der Server hört nur auf diesen Rechner. Starte ihn mit <code>{command}</code> für dein Netz, oder sieh unten bei „Adresse“ nach.',
  'Invite people': 'Leute einladen',
  'Whoever has this link can join until {day}.': 'Wer diesen Link hat, kann bis zum {day} beitreten.',
  'Whoever has this link can join.': 'Wer diesen Link hat, kann beitreten.',
  'For now on this computer alone.': 'Vorläufig nur an diesem Rechner.',
  'Make a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Erzeuge einen Link im Chat: <a href="/#organization/invitations/new">Leute einladen</a>.',
  'For programs': 'Für Programme',
  'Show your API key': 'Deinen API-Schlüssel zeigen',
  'Saved as <code>~/.zuliprc</code>, Zulip’s clients and bots read it. Whoever has the key can do what you can. It is also in the chat: <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Als <code>~/.zuliprc</code> gespeichert, lesen ihn Programme und Bots für Zulip. Wer den Schlüssel hat, kann, was du kannst. Er steht auch im Chat: <a href="/#settings/account-and-privacy">Konto und Privatsphäre</a>.',
  'Your API key is in the chat: <a href="/#settings/account-and-privacy">Account and privacy</a>. The API itself: <a href="/api">reference</a>.':
    'Dein API-Schlüssel steht im Chat: <a href="/#settings/account-and-privacy">Konto und Privatsphäre</a>. Die API selbst: <a href="/api">Referenz</a>.',
  'When you have a minute': 'Wenn du eine Minute hast',
  Address: 'Adresse',
  'With a name of its own and HTTPS:': 'Mit eigenem Namen und HTTPS:',
  Backup: 'Sicherung',
  ', while it runs;': ', im laufenden Betrieb;',
  'makes one a day': 'macht täglich eine',
  Mail: 'Mail',
  'Optional:': 'Freiwillig: mit',
  'has invitations and missed messages mailed': 'kommen Einladungen und verpasste Nachrichten als Mail',
  'The address {origin} as a QR code': 'Die Adresse {origin} als QR-Code',
  'The invitation link as a QR code': 'Der Einladungslink als QR-Code',
  'What is sent leaves within seconds. Here is what has not.':
    'Was verschickt wird, geht in Sekunden hinaus. Hier steht, was liegen blieb.',
  'This server sends no mail yet: <code>KLATCH_SMTP_URL</code> names a mail server. Until then, pass these links on yourself, each to the one it is for.':
    'Dieser Server verschickt noch keine Mail: <code>KLATCH_SMTP_URL</code> nennt einen Mailserver. Gib diese Links bis dahin selbst weiter, jeden nur an den, für den er ist.',
  'Nothing waits.': 'Nichts wartet.',
  '{n} older ones are not shown.': '{n} ältere sind nicht zu sehen.',
  Invitation: 'Einladung',
  'Confirmation of an address': 'Bestätigung einer Adresse',
  'Confirmation of a new address': 'Bestätigung einer neuen Adresse',
  'Notice of a new address': 'Hinweis auf eine neue Adresse',
  'Notice of a new password': 'Hinweis auf ein neues Passwort',
  'Notice of a sign-in': 'Hinweis auf eine Anmeldung',
  'Notice of a deactivation': 'Hinweis auf eine Stilllegung',
  Welcome: 'Willkommen',
  'Notice of an export': 'Hinweis auf einen Export',
  'Missed messages': 'Verpasste Nachrichten',
  Digest: 'Übersicht',
  Test: 'Versuch',
  'tried {n} time': '{n}-mal versucht',
  'tried {n} times': '{n}-mal versucht',
  'Not yet taken: {reason}': 'Noch nicht angenommen: {reason}',
  'Given up: {reason}': 'Aufgegeben: {reason}',
  'Try once more': 'Noch einmal versuchen',
  Remove: 'Entfernen',
  'Sign in as': 'Anmelden als',
  'A throw-away server: nobody needs a password.': 'Ein Server zum Wegwerfen: niemand braucht ein Passwort.',
  'Sign in with a password': 'Mit Passwort anmelden',
  owner: 'Besitzer',
  administrator: 'Administrator',
  moderator: 'Moderator',
  member: 'Mitglied',
  guest: 'Gast',
  'The account {email} has been deactivated. Whoever runs {organization} can bring it back.':
    'Das Konto {email} wurde stillgelegt. Wer {organization} verwaltet, kann es zurückholen.',
  'You were signed out here: your session has ended.': 'Du wurdest hier abgemeldet: deine Sitzung ist zu Ende.',
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
  'Back to sign-in': 'Zurück zur Anmeldung',
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
  'The invitation is for another e-mail address.': 'Die Einladung gilt für eine andere E-Mail-Adresse.',
  'Password authentication is disabled in this organization':
    'Die Anmeldung mit Passwort ist in dieser Organisation abgeschaltet',
  'Account is deactivated': 'Das Konto ist deaktiviert',
};
