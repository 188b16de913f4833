/** The pages' texts in Dutch, by the English text. Names in braces are placeholders. */
export const nl: Readonly<Record<string, string>> = {
  'Sign in': 'Inloggen',
  'Sign out': 'Uitloggen',
  'Terms of service': 'Servicevoorwaarden',
  'Privacy policy': 'Privacybeleid',
  Imprint: 'Colofon',
  'No organization here': 'Hier is geen organisatie',
  'This server has no organization with this address. Check the address for typing errors.':
    'Deze server heeft geen organisatie met dit adres. Controleer het adres op typfouten.',
  'Organization suspended': 'Organisatie opgeschort',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'Deze organisatie is opgeschort. Er is niets verloren gegaan. Vraag de serverbeheerder naar de reden.',
  'Organization not available': 'Organisatie niet beschikbaar',
  'This organization is not available at the moment. Try again in a minute.':
    'Deze organisatie is momenteel niet beschikbaar. Probeer het over een minuut opnieuw.',
  'Setting up HTTPS': 'HTTPS wordt ingesteld',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'HTTPS voor <b>{domain}</b> start zodra een certificaatautoriteit de naam heeft bevestigd. Dit duurt meestal minder dan een minuut. Deze pagina wordt vanzelf opnieuw geladen.',
  'If it takes longer, ask the server administrator to check the server’s log.':
    'Duurt het langer? Vraag de serverbeheerder om het logboek van de server te controleren.',
  'E-mail': 'E-mail',
  Password: 'Wachtwoord',
  'Forgot your password?': 'Wachtwoord vergeten?',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'Je kunt hier niet met een wachtwoord inloggen. Gebruik de inlogpagina van je organisatie of vraag een beheerder om een link.',
  'Sign in as any user without a password': 'Zonder wachtwoord inloggen als een willekeurige gebruiker',
  'View without an account': 'Bekijken zonder account',
  'You are signed in as <b>{name}</b> ({email}).': 'Je bent ingelogd als <b>{name}</b> ({email}).',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'Voer het e-mailadres van je account in. Je krijgt een link om een nieuw wachtwoord te kiezen.',
  'Send link': 'Link sturen',
  'Back to sign-in': 'Terug naar inloggen',
  'Check your e-mail': 'Controleer je e-mail',
  'Ask for your link': 'Vraag om je link',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Als <b>{email}</b> bij een account hoort, is er een e-mail met een link onderweg. Komt die niet binnen een paar minuten aan? Controleer dan je map met spam.',
  'The link is valid for 24 hours.': 'De link is 24 uur geldig.',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'Deze server verstuurt geen e-mail. Als <b>{email}</b> bij een account hoort, vraag dan een eigenaar van de organisatie om je link.',
  'New password': 'Nieuw wachtwoord',
  '6 to 100 characters.': '6 tot 100 tekens.',
  'Repeat password': 'Herhaal wachtwoord',
  'Request a new link on the sign-in page.': 'Vraag een nieuwe link aan op de inlogpagina.',
  'Choose a password': 'Kies een wachtwoord',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    'Voor het account van {name} ({email}). Alle apparaten moeten opnieuw inloggen en de API-sleutel verandert.',
  'Change password': 'Wachtwoord wijzigen',
  'Password changed': 'Wachtwoord gewijzigd',
  'Sign in with your new password.': 'Log in met je nieuwe wachtwoord.',
  'The passwords don’t match. Enter the same password twice.':
    'De wachtwoorden komen niet overeen. Voer twee keer hetzelfde wachtwoord in.',
  'Fill in this field.': 'Vul dit veld in.',
  'Enter at most {n} characters.': 'Voer maximaal {n} tekens in.',
  optional: 'optioneel',
  'Your username or password is incorrect': 'Je gebruikersnaam of wachtwoord is onjuist',
  'The password is too weak. Use 6 to 100 characters.': 'Het wachtwoord is te zwak. Gebruik 6 tot 100 tekens.',
  'Setup code': 'Installatiecode',
  'The server prints it when it starts, after “Set up”.': 'De server toont de code bij het starten, na “Set up”.',
  Organization: 'Organisatie',
  'The name of your team, club or family. You can change it later.':
    'De naam van je team, club of familie. Je kunt die later wijzigen.',
  'Your name': 'Je naam',
  'Used to sign in. No e-mail is sent.': 'Voor het inloggen. Er wordt geen e-mail verstuurd.',
  'Set up your server': 'Stel je server in',
  'You’ll be the owner of a new organization. You can change everything later.':
    'Je wordt eigenaar van een nieuwe organisatie. Je kunt alles later wijzigen.',
  'Set up': 'Instellen',
  'Already set up': 'Al ingesteld',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'Deze server heeft al een eigenaar. Vraag de eigenaar om een uitnodiging.',
  'Shown to other people.': 'Zichtbaar voor anderen.',
  'Used to sign in.': 'Voor het inloggen.',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'De link is gebruikt, ingetrokken of verlopen. Vraag degene die hem stuurde om een nieuwe.',
  'Join {organization}': 'Lid worden van {organization}',
  '{inviter} invited you.': '{inviter} heeft je uitgenodigd.',
  '{inviter} invited you as a guest.': '{inviter} heeft je uitgenodigd als gast.',
  'You’re already signed in as {name}. This creates another account.':
    'Je bent al ingelogd als {name}. Hiermee maak je nog een account aan.',
  'You’re already signed in as {name}. This is another account.':
    'Je bent al ingelogd als {name}. Dit is een ander account.',
  'You get the account of <b>{name}</b> with your earlier messages.':
    'Je krijgt het account van <b>{name}</b> met je eerdere berichten.',
  'Your account will use the address <b>{email}</b>.': 'Je account gebruikt het adres <b>{email}</b>.',
  Continue: 'Doorgaan',
  Join: 'Lid worden',
  'I already have an account': 'Ik heb al een account',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Er is een e-mail met een link onderweg naar <b>{email}</b>. Komt die niet binnen een paar minuten aan? Controleer dan je map met spam.',
  'Invitation required': 'Uitnodiging vereist',
  'Ask a member of the organization to invite you.': 'Vraag een lid van de organisatie om je uit te nodigen.',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'Voer je e-mailadres in. Je krijgt een link om je account aan te maken.',
  'Create account': 'Account aanmaken',
  'The confirmation link has expired or been deactivated.': 'De bevestigingslink is verlopen of uitgeschakeld.',
  'This link is incomplete, or the account no longer exists.':
    'Deze link is onvolledig, of het account bestaat niet meer.',
  'The invitation link has expired or is not valid.': 'De uitnodigingslink is verlopen of niet geldig.',
  'Account is deactivated.': 'Het account is gedeactiveerd.',
  'Disposable email addresses are not allowed in this organization':
    'Wegwerp-e-mailadressen zijn in deze organisatie niet toegestaan',
  'Enter a valid email address.': 'Voer een geldig e-mailadres in.',
  'Invalid characters in name!': 'De naam bevat ongeldige tekens!',
  'Name too long!': 'De naam is te lang!',
  'Name too short!': 'De naam is te kort!',
  'This code is no longer valid. Restart the server to get a new one.':
    'Deze code is niet meer geldig. Start de server opnieuw voor een nieuwe.',
  'This password is easy to guess. Choose another password.':
    'Dit wachtwoord is makkelijk te raden. Kies een ander wachtwoord.',
  'Wrong code. Enter the code that the server printed when it started.':
    'Verkeerde code. Voer de code in die de server bij het starten toonde.',
  'This password is too common. Choose another password.':
    'Dit wachtwoord komt te vaak voor. Kies een ander wachtwoord.',
  'This link has been used or has expired.': 'Deze link is gebruikt of verlopen.',
  'This server is already set up.': 'Deze server is al ingesteld.',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'Deze inloglink is gebruikt of verlopen. Vraag de beheerder om een nieuwe.',
  'Unique names required in this organization.': 'In deze organisatie moeten namen uniek zijn.',
  'This link is no longer valid': 'Deze link is niet meer geldig',
  'Go to the start page': 'Ga naar de startpagina',
  'Open chat': 'Chat openen',
  'Sign in to continue': 'Log in om door te gaan',
  'Access denied': 'Toegang geweigerd',
  'Page not found': 'Pagina niet gevonden',
  'The page may have been moved or deleted, or the link is incomplete.':
    'De pagina is misschien verplaatst of verwijderd, of de link is onvolledig.',
  'This page can’t be opened this way. Go to the start page.':
    'Deze pagina kan niet op deze manier worden geopend. Ga naar de startpagina.',
  'Too many requests': 'Te veel verzoeken',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'Je browser heeft te veel verzoeken gestuurd. Wacht een minuut en probeer het dan opnieuw.',
  'Something went wrong': 'Er is iets misgegaan',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'Dit is een fout van de server. Probeer het opnieuw, of vraag de beheerder om het logboek van de server te controleren.',
  'Request failed': 'Verzoek mislukt',
  'Sign in to {organization}': 'Inloggen bij {organization}',
  'This link signs in <b>{name}</b> ({email}) once.': 'Met deze link log je één keer in als <b>{name}</b> ({email}).',
  'Change your e-mail address again in your settings.': 'Wijzig je e-mailadres opnieuw in je instellingen.',
  'Confirm your new e-mail address': 'Bevestig je nieuwe e-mailadres',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    'Het account van <b>{name}</b> gebruikt voortaan <b>{address}</b> in plaats van {before} voor inloggen en e-mail.',
  'Confirm address': 'Adres bevestigen',
  'E-mail address changed': 'E-mailadres gewijzigd',
  'Your account now uses the address <b>{address}</b>.': 'Je account gebruikt nu het adres <b>{address}</b>.',
  'Choose which e-mails you receive in your settings.': 'Kies in je instellingen welke e-mails je krijgt.',
  'Unsubscribe from these e-mails?': 'Afmelden voor deze e-mails?',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    '{organization} stuurt dan geen e-mails meer naar <b>{email}</b> over wat je hebt gemist toen je weg was.',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    '{organization} stuurt dan geen e-mails meer naar <b>{email}</b> over wat er gebeurde toen je een week weg was.',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    '{organization} stuurt dan geen e-mails meer naar <b>{email}</b> over nieuwe aanmeldingen bij je account.',
  Unsubscribe: 'Afmelden',
  Unsubscribed: 'Afgemeld',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'Je krijgt deze e-mails niet meer. Je kunt ze in je instellingen weer inschakelen.',
  '{organization} is ready': '{organization} is klaar',
  'You’re signed in as {name} ({email}), its owner.': 'Je bent ingelogd als {name} ({email}), de eigenaar.',
  Phone: 'Telefoon',
  'Install the Zulip app, then enter or scan this address.':
    'Installeer de Zulip-app en voer dit adres in of scan het.',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'Deze naam werkt alleen op deze computer. Een telefoon heeft het adres van de computer in je netwerk nodig.',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'Telefoons kunnen dit adres niet bereiken, omdat de server alleen verbindingen van deze computer accepteert. Start hem voor je netwerk met <code>{command}</code>, of zie “Adres” hieronder.',
  'Invite people': 'Mensen uitnodigen',
  'Anyone with this link can join until {day}.': 'Iedereen met deze link kan lid worden tot {day}.',
  'Anyone with this link can join.': 'Iedereen met deze link kan lid worden.',
  'For now, it only works on this computer.': 'Voorlopig werkt hij alleen op deze computer.',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Maak een link in de chat: <a href="/#organization/invitations/new">Mensen uitnodigen</a>.',
  'API access': 'API-toegang',
  'Show your API key': 'Je API-sleutel tonen',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Sla dit op als <code>~/.zuliprc</code> voor de clients en bots van Zulip. Iedereen met deze sleutel kan namens jou handelen. Je vindt hem ook onder <a href="/#settings/account-and-privacy">Account en privacy</a>.',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'Je vindt je API-sleutel onder <a href="/#settings/account-and-privacy">Account en privacy</a>. Lees de <a href="/api">API-documentatie</a>.',
  'Next steps': 'Volgende stappen',
  Address: 'Adres',
  'To use your own domain with HTTPS:': 'Om je eigen domein met HTTPS te gebruiken:',
  Backup: 'Back-up',
  'backs up while the server runs;': 'maakt een back-up terwijl de server draait;',
  'makes a backup every day': 'maakt elke dag een back-up',
  'Outgoing e-mail': 'Uitgaande e-mail',
  'Optional:': 'Optioneel:',
  'sends invitations and missed messages by e-mail': 'verstuurt uitnodigingen en gemiste berichten per e-mail',
  'The address {origin} as a QR code': 'Het adres {origin} als QR-code',
  'The invitation link as a QR code': 'De uitnodigingslink als QR-code',
  'E-mails are sent within seconds. These haven’t been sent yet.':
    'E-mails worden binnen enkele seconden verstuurd. Deze zijn nog niet verstuurd.',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'Deze server verstuurt geen e-mail. Stel <code>KLATCH_SMTP_URL</code> in op een mailserver om dit in te schakelen. Geef tot die tijd elke link door aan de ontvanger.',
  'No e-mails are waiting to be sent.': 'Er wachten geen e-mails op verzending.',
  '{n} older e-mails aren’t shown.': '{n} oudere e-mails worden niet getoond.',
  Invitation: 'Uitnodiging',
  'Confirm e-mail address': 'E-mailadres bevestigen',
  'Confirm new e-mail address': 'Nieuw e-mailadres bevestigen',
  'New sign-in': 'Nieuwe aanmelding',
  'Account deactivated': 'Account gedeactiveerd',
  Welcome: 'Welkom',
  'Export ready': 'Export klaar',
  'Missed messages': 'Gemiste berichten',
  Digest: 'Samenvatting',
  Test: 'Testbericht',
  '{n} attempt': '{n} poging',
  '{n} attempts': '{n} pogingen',
  'Not delivered yet: {reason}': 'Nog niet bezorgd: {reason}',
  'Couldn’t be delivered: {reason}': 'Kon niet worden bezorgd: {reason}',
  'Try again': 'Opnieuw proberen',
  Remove: 'Verwijderen',
  'Sign in as': 'Inloggen als',
  'This is a temporary server. No password is needed.': 'Dit is een tijdelijke server. Er is geen wachtwoord nodig.',
  'Sign in with a password': 'Inloggen met een wachtwoord',
  owner: 'eigenaar',
  administrator: 'beheerder',
  moderator: 'moderator',
  member: 'lid',
  guest: 'gast',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'Het account {email} is gedeactiveerd. Vraag een beheerder van {organization} om het opnieuw te activeren.',
  'You were signed out because your session ended. Sign in again.':
    'Je bent uitgelogd omdat je sessie is beëindigd. Log opnieuw in.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'Een proxy op {from} stuurt verzoeken door naar deze server, die hem niet vertrouwt. Alle gebruikers delen één verzoeklimiet en links kunnen onjuist zijn. Start de server met --behind-proxy={address}.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'De proxy op {from} stuurt geen X-Forwarded-For mee. Alle gebruikers delen één verzoeklimiet.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'De proxy op {from} stuurt geen X-Forwarded-Proto mee: de server kan HTTPS niet van HTTP onderscheiden. Stel de proxy in om dit mee te sturen, of start de server met --public-url.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'Je browser opende {sent}, maar het adres van deze server is {known}. Staat hij achter een proxy, stel de proxy dan in om X-Forwarded-Proto en X-Forwarded-Host mee te sturen, en start de server met --behind-proxy. Stel anders --public-url in.',
  'Continue with {provider}': 'Doorgaan met {provider}',
  'Sign in again to confirm that it is you.': 'Log opnieuw in om te bevestigen dat jij het bent.',
  'Go back to the app': 'Terug naar de app',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'Kopieer deze code en ga terug naar de Zulip-app. De code is één minuut geldig.',
  Code: 'Inlogcode',
  'Copy the code': 'Code kopiëren',
  'Copied. Go back to the Zulip app now.': 'Gekopieerd. Ga nu terug naar de Zulip-app.',
  'Continue in your browser': 'Ga verder in je browser',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'Log in je browser in met {provider}. Kopieer dan de code die je daar krijgt en kom terug.',
  'Open the browser again': 'Browser opnieuw openen',
  'This version of the app is too old for that. Install the current one.':
    'Deze versie van de app is daarvoor te oud. Installeer de huidige.',
  'You did not finish the sign-in.': 'Je hebt het inloggen niet afgerond.',
  'The sign-in with {provider} failed. Start again.': 'Inloggen met {provider} is mislukt. Begin opnieuw.',
  '{provider} does not answer. Try again later.': '{provider} reageert niet. Probeer het later opnieuw.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'Dit inloggen is in een andere browser begonnen, of meer dan tien minuten geleden. Begin opnieuw.',
  '{provider} does not confirm your e-mail address.': '{provider} bevestigt je e-mailadres niet.',
  'No account here has your e-mail address.': 'Geen account hier heeft jouw e-mailadres.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'Geen account hier heeft jouw e-mailadres. Vraag een uitnodiging om lid te worden.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'Het account met jouw e-mailadres hoort bij een andere identiteit. Vraag het een beheerder.',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'Je hebt uitgelogd, of je bent te lang geleden ingelogd. Log in en begin opnieuw.',
  'This account at {provider} is linked to another user.':
    'Dit account bij {provider} is aan een andere gebruiker gekoppeld.',
  'You have linked another account at {provider}. Unlink it first.':
    'Je hebt een ander account bij {provider} gekoppeld. Ontkoppel dat eerst.',
  'The invitation is for another e-mail address.': 'De uitnodiging is voor een ander e-mailadres.',
  'Password authentication is disabled in this organization':
    'Inloggen met een wachtwoord is in deze organisatie uitgeschakeld',
  'Account is deactivated': 'Het account is gedeactiveerd',
  'Use a passkey': 'Passkey gebruiken',
  'Sign in with a passkey': 'Inloggen met een passkey',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'Je apparaat of je wachtwoordbeheerder heeft passkeys die je hier in je instellingen hebt toegevoegd.',
  'The passkey did not work. Try again.': 'De passkey werkte niet. Probeer het opnieuw.',
  'This passkey is not known here.': 'Deze passkey is hier niet bekend.',
  'Confirm your sign-in': 'Bevestig het inloggen',
  'From your authenticator app, or a recovery code.': 'Uit je authenticator-app, of een herstelcode.',
  'From your authenticator app.': 'Uit je authenticator-app.',
  Confirm: 'Bevestigen',
  'Protect your account': 'Beveilig je account',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    '{organization} vereist een tweede factor. Scan deze code met een authenticator-app, zoals Aegis, 1Password of Google Authenticator.',
  'Or enter this secret there:': 'Of voer daar dit geheim in:',
  'Protect the account': 'Account beveiligen',
  'This code is not correct, or it was used already.': 'Deze code klopt niet of is al gebruikt.',
  'This sign-in has ended. Start again.': 'Dit inloggen is beëindigd. Begin opnieuw.',
  'Save your recovery codes': 'Bewaar je herstelcodes',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    'Elke code vervangt één keer je tweede factor. Bewaar ze waar je ze zonder je telefoon kunt vinden.',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'Log in je browser in. Kopieer dan de code die je daar krijgt en kom terug.',
};
