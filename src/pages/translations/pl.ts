/** The pages' texts in Polish, by the English text. Names in braces are placeholders. */
export const pl: Readonly<Record<string, string>> = {
  'Sign in': 'Zaloguj się',
  'Sign out': 'Wyloguj się',
  'Terms of service': 'Warunki korzystania z usługi',
  'Privacy policy': 'Polityka prywatności',
  Imprint: 'Nota prawna',
  'No organization here': 'Nie ma tu organizacji',
  'This server has no organization with this address. Check the address for typing errors.':
    'Na tym serwerze żadna organizacja nie ma tego adresu. Sprawdź, czy w adresie nie ma literówek.',
  'Organization suspended': 'Organizacja zawieszona',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'Ta organizacja jest zawieszona. Nic nie przepadło. O powód zapytaj administratora serwera.',
  'Organization not available': 'Organizacja niedostępna',
  'This organization is not available at the moment. Try again in a minute.':
    'Ta organizacja jest w tej chwili niedostępna. Spróbuj ponownie za minutę.',
  'Setting up HTTPS': 'Konfigurowanie HTTPS',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'HTTPS dla <b>{domain}</b> zacznie działać, gdy tylko urząd certyfikacji potwierdzi nazwę. Zwykle trwa to mniej niż minutę. Strona odświeży się sama.',
  'If it takes longer, ask the server administrator to check the server’s log.':
    'Jeśli trwa to dłużej, poproś administratora serwera o sprawdzenie dziennika serwera.',
  'E-mail': 'E-mail',
  Password: 'Hasło',
  'Forgot your password?': 'Nie pamiętasz hasła?',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'Tutaj nie można zalogować się hasłem. Użyj strony logowania swojej organizacji albo poproś administratora o link.',
  'Sign in as any user without a password': 'Zaloguj się bez hasła jako dowolny użytkownik',
  'View without an account': 'Przeglądaj bez konta',
  'You are signed in as <b>{name}</b> ({email}).': 'Zalogowano jako <b>{name}</b> ({email}).',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'Podaj adres e-mail swojego konta. Otrzymasz link do wyboru nowego hasła.',
  'Send link': 'Wyślij link',
  'Back to sign-in': 'Wróć do logowania',
  'Check your e-mail': 'Sprawdź pocztę',
  'Ask for your link': 'Poproś o link',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Jeśli <b>{email}</b> należy do konta, e-mail z linkiem jest w drodze. Jeśli nie dotrze w ciągu kilku minut, sprawdź folder ze spamem.',
  'The link is valid for 24 hours.': 'Link jest ważny przez 24 godziny.',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'Ten serwer nie wysyła e-maili. Jeśli <b>{email}</b> należy do konta, poproś o link właściciela organizacji.',
  'New password': 'Nowe hasło',
  '6 to 100 characters.': 'Od 6 do 100 znaków.',
  'Repeat password': 'Powtórz hasło',
  'Request a new link on the sign-in page.': 'Poproś o nowy link na stronie logowania.',
  'Choose a password': 'Wybierz hasło',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    'Dla konta {name} ({email}). Na wszystkich urządzeniach trzeba będzie zalogować się ponownie, a klucz API się zmieni.',
  'Change password': 'Zmień hasło',
  'Password changed': 'Zmieniono hasło',
  'Sign in with your new password.': 'Zaloguj się nowym hasłem.',
  'The passwords don’t match. Enter the same password twice.': 'Hasła się różnią. Podaj dwa razy to samo hasło.',
  'Fill in this field.': 'Wypełnij to pole.',
  'Enter at most {n} characters.': 'Podaj najwyżej tyle znaków: {n}.',
  optional: 'opcjonalnie',
  'Your username or password is incorrect': 'Nieprawidłowa nazwa użytkownika lub hasło',
  'The password is too weak. Use 6 to 100 characters.': 'Hasło jest za słabe. Użyj od 6 do 100 znaków.',
  'Setup code': 'Kod konfiguracji',
  'The server prints it when it starts, after “Set up”.': 'Serwer wypisuje go przy uruchomieniu, po „Set up”.',
  Organization: 'Organizacja',
  'The name of your team, club or family. You can change it later.':
    'Nazwa zespołu, klubu lub rodziny. Możesz ją później zmienić.',
  'Your name': 'Twoje imię i nazwisko',
  'Used to sign in. No e-mail is sent.': 'Służy do logowania. Nie są wysyłane żadne e-maile.',
  'Set up your server': 'Skonfiguruj swój serwer',
  'You’ll be the owner of a new organization. You can change everything later.':
    'Otrzymasz rolę właściciela nowej organizacji. Wszystko można później zmienić.',
  'Set up': 'Skonfiguruj',
  'Already set up': 'Już skonfigurowano',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'Ten serwer ma już właściciela. Aby dołączyć, poproś go o zaproszenie.',
  'Shown to other people.': 'Widoczne dla innych.',
  'Used to sign in.': 'Służy do logowania.',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'Link został użyty lub unieważniony albo wygasł. Poproś o nowy osobę, która go wysłała.',
  'Join {organization}': 'Dołącz do {organization}',
  '{inviter} invited you.': '{inviter} zaprasza Cię.',
  '{inviter} invited you as a guest.': '{inviter} zaprasza Cię jako gościa.',
  'You’re already signed in as {name}. This creates another account.':
    'Zalogowano już jako {name}. Tutaj powstanie kolejne konto.',
  'You’re already signed in as {name}. This is another account.': 'Zalogowano już jako {name}. To jest inne konto.',
  'You get the account of <b>{name}</b> with your earlier messages.':
    'Otrzymasz konto <b>{name}</b> ze swoimi wcześniejszymi wiadomościami.',
  'Your account will use the address <b>{email}</b>.': 'Twoje konto będzie używać adresu <b>{email}</b>.',
  Continue: 'Kontynuuj',
  Join: 'Dołącz',
  'I already have an account': 'Mam już konto',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    'E-mail z linkiem jest w drodze na <b>{email}</b>. Jeśli nie dotrze w ciągu kilku minut, sprawdź folder ze spamem.',
  'Invitation required': 'Potrzebne zaproszenie',
  'Ask a member of the organization to invite you.': 'Poproś członka organizacji o zaproszenie.',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'Podaj swój adres e-mail. Otrzymasz link do utworzenia konta.',
  'Create account': 'Utwórz konto',
  'The confirmation link has expired or been deactivated.': 'Link potwierdzający wygasł lub już nie działa.',
  'This link is incomplete, or the account no longer exists.': 'Ten link jest niepełny lub konto już nie istnieje.',
  'The invitation link has expired or is not valid.': 'Link do zaproszenia wygasł lub jest nieprawidłowy.',
  'Account is deactivated.': 'Konto jest dezaktywowane.',
  'Disposable email addresses are not allowed in this organization':
    'Tymczasowe adresy e-mail są w tej organizacji niedozwolone',
  'Enter a valid email address.': 'Podaj prawidłowy adres e-mail.',
  'Invalid characters in name!': 'Nazwa zawiera niedozwolone znaki.',
  'Name too long!': 'Nazwa jest za długa.',
  'Name too short!': 'Nazwa jest za krótka.',
  'This code is no longer valid. Restart the server to get a new one.':
    'Ten kod już nie działa. Uruchom serwer ponownie, aby uzyskać nowy.',
  'This password is easy to guess. Choose another password.': 'To hasło jest łatwe do odgadnięcia. Wybierz inne hasło.',
  'Wrong code. Enter the code that the server printed when it started.':
    'Błędny kod. Podaj kod, który serwer wypisał przy uruchomieniu.',
  'This password is too common. Choose another password.': 'To hasło jest zbyt popularne. Wybierz inne hasło.',
  'This link has been used or has expired.': 'Ten link został użyty lub wygasł.',
  'This server is already set up.': 'Ten serwer jest już skonfigurowany.',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'Ten link do logowania został użyty lub wygasł. Poproś administratora o nowy.',
  'Unique names required in this organization.': 'W tej organizacji nazwy nie mogą się powtarzać.',
  'This link is no longer valid': 'Ten link już nie działa',
  'Go to the start page': 'Przejdź do strony głównej',
  'Open chat': 'Otwórz czat',
  'Sign in to continue': 'Zaloguj się, aby kontynuować',
  'Access denied': 'Brak dostępu',
  'Page not found': 'Nie znaleziono strony',
  'The page may have been moved or deleted, or the link is incomplete.':
    'Strona mogła zostać przeniesiona lub usunięta albo link jest niepełny.',
  'This page can’t be opened this way. Go to the start page.':
    'Tej strony nie można otworzyć w ten sposób. Przejdź do strony głównej.',
  'Too many requests': 'Za dużo żądań',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'Przeglądarka wysłała za dużo żądań. Odczekaj minutę i spróbuj ponownie.',
  'Something went wrong': 'Coś poszło nie tak',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'To błąd serwera. Spróbuj ponownie lub poproś administratora o sprawdzenie dziennika serwera.',
  'Request failed': 'Żądanie nie powiodło się',
  'Sign in to {organization}': 'Zaloguj się do {organization}',
  'This link signs in <b>{name}</b> ({email}) once.': 'Ten link jeden raz loguje jako <b>{name}</b> ({email}).',
  'Change your e-mail address again in your settings.': 'Zmień adres e-mail ponownie w ustawieniach.',
  'Confirm your new e-mail address': 'Potwierdź nowy adres e-mail',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    'Konto <b>{name}</b> będzie używać <b>{address}</b> zamiast {before} do logowania i poczty.',
  'Confirm address': 'Potwierdź adres',
  'E-mail address changed': 'Zmieniono adres e-mail',
  'Your account now uses the address <b>{address}</b>.': 'Twoje konto używa teraz adresu <b>{address}</b>.',
  'Choose which e-mails you receive in your settings.': 'W ustawieniach możesz wybrać, jakie e-maile otrzymujesz.',
  'Unsubscribe from these e-mails?': 'Zrezygnować z tych e-maili?',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    '{organization} nie będzie już wysyłać na <b>{email}</b> e-maili o tym, co Cię ominęło.',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    '{organization} nie będzie już wysyłać na <b>{email}</b> e-maili o tym, co działo się podczas tygodnia Twojej nieobecności.',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    '{organization} nie będzie już wysyłać na <b>{email}</b> e-maili o nowych logowaniach na Twoje konto.',
  Unsubscribe: 'Zrezygnuj',
  Unsubscribed: 'Zrezygnowano',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'Nie będziesz już otrzymywać takich e-maili: {what}. Możesz je ponownie włączyć w ustawieniach.',
  '{organization} is ready': '{organization}: wszystko gotowe',
  'You’re signed in as {name} ({email}), its owner.': 'Zalogowano jako {name} ({email}), z rolą właściciela.',
  Phone: 'Telefon',
  'Install the Zulip app, then enter or scan this address.':
    'Zainstaluj aplikację Zulip i wpisz lub zeskanuj ten adres.',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'Ta nazwa działa tylko na tym komputerze. Telefon potrzebuje adresu komputera w Twojej sieci.',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'Telefony nie mają dostępu do tego adresu, bo serwer przyjmuje tylko połączenia z tego komputera. Uruchom go poleceniem <code>{command}</code> dla swojej sieci lub zobacz „Adres” poniżej.',
  'Invite people': 'Zaproś osoby',
  'Anyone with this link can join until {day}.': 'Każdy, kto ma ten link, może dołączyć do {day}.',
  'Anyone with this link can join.': 'Każdy, kto ma ten link, może dołączyć.',
  'For now, it only works on this computer.': 'Na razie działa tylko na tym komputerze.',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Utwórz link w czacie: <a href="/#organization/invitations/new">Zaproś osoby</a>.',
  'API access': 'Dostęp do API',
  'Show your API key': 'Pokaż swój klucz API',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Zapisz to jako <code>~/.zuliprc</code> dla klientów i botów Zulip. Każdy, kto ma ten klucz, może działać w Twoim imieniu. Znajdziesz go też w sekcji <a href="/#settings/account-and-privacy">Konto i prywatność</a>.',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'Klucz API znajdziesz w sekcji <a href="/#settings/account-and-privacy">Konto i prywatność</a>. Przeczytaj <a href="/api">dokumentację API</a>.',
  'Next steps': 'Następne kroki',
  Address: 'Adres',
  'To use your own domain with HTTPS:': 'Aby używać własnej domeny z HTTPS:',
  Backup: 'Kopia zapasowa',
  'backs up while the server runs;': 'tworzy kopię zapasową podczas działania serwera;',
  'makes a backup every day': 'tworzy kopię zapasową codziennie',
  'Outgoing e-mail': 'Poczta wychodząca',
  'Optional:': 'Opcjonalnie:',
  'sends invitations and missed messages by e-mail': 'wysyła e-mailem zaproszenia i pominięte wiadomości',
  'The address {origin} as a QR code': 'Adres {origin} jako kod QR',
  'The invitation link as a QR code': 'Link do zaproszenia jako kod QR',
  'E-mails are sent within seconds. These haven’t been sent yet.':
    'E-maile są wysyłane w ciągu kilku sekund. Tych jeszcze nie wysłano.',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'Ten serwer nie wysyła e-maili. Aby to włączyć, ustaw <code>KLATCH_SMTP_URL</code> na serwer poczty. Do tego czasu przekazuj każdy link odbiorcy.',
  'No e-mails are waiting to be sent.': 'Żaden e-mail nie czeka na wysłanie.',
  '{n} older e-mails aren’t shown.': 'Liczba niepokazanych starszych e-maili: {n}.',
  Invitation: 'Zaproszenie',
  'Confirm e-mail address': 'Potwierdzenie adresu e-mail',
  'Confirm new e-mail address': 'Potwierdzenie nowego adresu e-mail',
  'New sign-in': 'Nowe logowanie',
  'Account deactivated': 'Konto dezaktywowane',
  Welcome: 'Powitanie',
  'Export ready': 'Eksport gotowy',
  'Missed messages': 'Pominięte wiadomości',
  Digest: 'Podsumowanie',
  Test: 'Test',
  '{n} attempt': 'Liczba prób: {n}',
  '{n} attempts': 'Liczba prób: {n}',
  'Not delivered yet: {reason}': 'Jeszcze nie dostarczono: {reason}',
  'Couldn’t be delivered: {reason}': 'Nie udało się dostarczyć: {reason}',
  'Try again': 'Spróbuj ponownie',
  Remove: 'Usuń',
  'Sign in as': 'Zaloguj się jako',
  'This is a temporary server. No password is needed.': 'To serwer tymczasowy. Hasło nie jest potrzebne.',
  'Sign in with a password': 'Zaloguj się hasłem',
  owner: 'właściciel',
  administrator: 'administrator',
  moderator: 'moderator',
  member: 'członek',
  guest: 'gość',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'Konto {email} zostało dezaktywowane. Poproś administratora {organization} o przywrócenie.',
  'You were signed out because your session ended. Sign in again.': 'Twoja sesja się zakończyła. Zaloguj się ponownie.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'Serwer proxy pod adresem {from} przekazuje żądania do tego serwera, który mu nie ufa. Wszyscy użytkownicy mają wspólny limit żądań, a linki mogą być błędne. Uruchom serwer z --behind-proxy={address}.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'Serwer proxy pod adresem {from} nie wysyła X-Forwarded-For. Wszyscy użytkownicy mają wspólny limit żądań.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'Serwer proxy pod adresem {from} nie wysyła X-Forwarded-Proto: serwer nie odróżnia HTTPS od HTTP. Skonfiguruj proxy, aby go wysyłał, lub uruchom serwer z --public-url.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'Przeglądarka otworzyła {sent}, ale adres tego serwera to {known}. Jeśli jest za serwerem proxy, skonfiguruj proxy, aby wysyłał X-Forwarded-Proto i X-Forwarded-Host, i uruchom serwer z --behind-proxy. W przeciwnym razie ustaw --public-url.',
  'Continue with {provider}': 'Kontynuuj przez {provider}',
  'Sign in again to confirm that it is you.': 'Zaloguj się ponownie, aby potwierdzić, że to Ty.',
  'Go back to the app': 'Wróć do aplikacji',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'Skopiuj ten kod i wróć do aplikacji Zulip. Kod jest ważny przez minutę.',
  Code: 'Kod',
  'Copy the code': 'Kopiuj kod',
  'Copied. Go back to the Zulip app now.': 'Skopiowano. Wróć teraz do aplikacji Zulip.',
  'Continue in your browser': 'Kontynuuj w przeglądarce',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'Zaloguj się przez {provider} w przeglądarce. Potem skopiuj otrzymany tam kod i wróć tutaj.',
  'Open the browser again': 'Otwórz przeglądarkę ponownie',
  'This version of the app is too old for that. Install the current one.':
    'Ta wersja aplikacji jest na to za stara. Zainstaluj bieżącą.',
  'You did not finish the sign-in.': 'Logowanie nie zostało dokończone.',
  'The sign-in with {provider} failed. Start again.': 'Logowanie przez {provider} nie powiodło się. Zacznij od nowa.',
  '{provider} does not answer. Try again later.': '{provider} nie odpowiada. Spróbuj później.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'To logowanie rozpoczęto w innej przeglądarce lub ponad dziesięć minut temu. Zacznij od nowa.',
  '{provider} does not confirm your e-mail address.': '{provider} nie potwierdza Twojego adresu e-mail.',
  'No account here has your e-mail address.': 'Żadne konto nie ma tu Twojego adresu e-mail.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'Żadne konto nie ma tu Twojego adresu e-mail. Aby dołączyć, poproś o zaproszenie.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'Konto z Twoim adresem e-mail należy do innej tożsamości. Zapytaj administratora.',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'Nastąpiło wylogowanie lub logowanie było zbyt dawno. Zaloguj się i zacznij od nowa.',
  'This account at {provider} is linked to another user.':
    'To konto w {provider} jest połączone z innym użytkownikiem.',
  'You have linked another account at {provider}. Unlink it first.':
    'Masz połączone inne konto w {provider}. Najpierw je odłącz.',
  'The invitation is for another e-mail address.': 'Zaproszenie jest na inny adres e-mail.',
  'Password authentication is disabled in this organization': 'Logowanie hasłem jest wyłączone w tej organizacji',
  'Account is deactivated': 'Konto jest dezaktywowane',
  'Use a passkey': 'Użyj klucza dostępu',
  'Sign in with a passkey': 'Zaloguj się kluczem dostępu',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'Na Twoim urządzeniu lub w menedżerze haseł są klucze dostępu dodane tu w ustawieniach.',
  'The passkey did not work. Try again.': 'Klucz dostępu nie zadziałał. Spróbuj ponownie.',
  'This passkey is not known here.': 'Ten klucz dostępu jest tu nieznany.',
  'Confirm your sign-in': 'Potwierdź logowanie',
  'From your authenticator app, or a recovery code.': 'Z aplikacji uwierzytelniającej lub kod odzyskiwania.',
  'From your authenticator app.': 'Z aplikacji uwierzytelniającej.',
  Confirm: 'Potwierdź',
  'Protect your account': 'Zabezpiecz swoje konto',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    '{organization} wymaga drugiego kroku. Zeskanuj ten kod aplikacją uwierzytelniającą, taką jak Aegis, 1Password lub Google Authenticator.',
  'Or enter this secret there:': 'Albo wpisz w niej ten tajny klucz:',
  'Protect the account': 'Zabezpiecz konto',
  'This code is not correct, or it was used already.': 'Ten kod jest nieprawidłowy lub został już użyty.',
  'This sign-in has ended. Start again.': 'To logowanie się zakończyło. Zacznij od nowa.',
  'Save your recovery codes': 'Zapisz swoje kody odzyskiwania',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    'Każdy kod jeden raz zastępuje drugi krok. Przechowuj je tam, gdzie znajdziesz je bez telefonu.',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'Zaloguj się w przeglądarce. Potem skopiuj otrzymany tam kod i wróć tutaj.',
};
