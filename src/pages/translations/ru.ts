/** The pages' texts in Russian, by the English text. Names in braces are placeholders. */
export const ru: Readonly<Record<string, string>> = {
  'Sign in': 'Войти',
  'Sign out': 'Выйти',
  'Terms of service': 'Условия использования',
  'Privacy policy': 'Политика конфиденциальности',
  Imprint: 'Выходные данные',
  'No organization here': 'Здесь нет организации',
  'This server has no organization with this address. Check the address for typing errors.':
    'На этом сервере нет организации с таким адресом. Проверьте, нет ли в адресе опечаток.',
  'Organization suspended': 'Организация приостановлена',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'Эта организация приостановлена. Ничего не потеряно. О причине спросите администратора сервера.',
  'Organization not available': 'Организация недоступна',
  'This organization is not available at the moment. Try again in a minute.':
    'Эта организация сейчас недоступна. Попробуйте через минуту.',
  'Setting up HTTPS': 'Настройка HTTPS',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'HTTPS для <b>{domain}</b> заработает, как только центр сертификации подтвердит имя. Обычно это занимает меньше минуты. Страница обновится сама.',
  'If it takes longer, ask the server administrator to check the server’s log.':
    'Если это длится дольше, попросите администратора сервера проверить журнал сервера.',
  'E-mail': 'Электронная почта',
  Password: 'Пароль',
  'Forgot your password?': 'Забыли пароль?',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'Здесь нельзя войти с паролем. Откройте страницу входа вашей организации или попросите у администратора ссылку.',
  'Sign in as any user without a password': 'Войти без пароля как любой пользователь',
  'View without an account': 'Смотреть без учётной записи',
  'You are signed in as <b>{name}</b> ({email}).': 'Вы вошли как <b>{name}</b> ({email}).',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'Введите адрес электронной почты своей учётной записи. Вы получите ссылку для выбора нового пароля.',
  'Send link': 'Отправить ссылку',
  'Back to sign-in': 'Назад ко входу',
  'Check your e-mail': 'Проверьте почту',
  'Ask for your link': 'Попросите ссылку',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Если у <b>{email}</b> есть учётная запись, письмо со ссылкой уже в пути. Если оно не придёт за несколько минут, проверьте папку со спамом.',
  'The link is valid for 24 hours.': 'Ссылка действует 24 часа.',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'Этот сервер не отправляет почту. Если у <b>{email}</b> есть учётная запись, попросите ссылку у владельца организации.',
  'New password': 'Новый пароль',
  '6 to 100 characters.': 'От 6 до 100 символов.',
  'Repeat password': 'Повторите пароль',
  'Request a new link on the sign-in page.': 'Запросите новую ссылку на странице входа.',
  'Choose a password': 'Выберите пароль',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    'Для учётной записи {name} ({email}). На всех устройствах придётся войти заново, а API-ключ изменится.',
  'Change password': 'Изменить пароль',
  'Password changed': 'Пароль изменён',
  'Sign in with your new password.': 'Войдите с новым паролем.',
  'The passwords don’t match. Enter the same password twice.':
    'Пароли не совпадают. Введите один и тот же пароль дважды.',
  'Fill in this field.': 'Заполните это поле.',
  'Enter at most {n} characters.': 'Введите не более {n} символов.',
  optional: 'необязательно',
  'Your username or password is incorrect': 'Неверное имя пользователя или пароль',
  'The password is too weak. Use 6 to 100 characters.': 'Пароль слишком слабый. Используйте от 6 до 100 символов.',
  'Setup code': 'Код настройки',
  'The server prints it when it starts, after “Set up”.': 'Сервер выводит его при запуске, после «Set up».',
  Organization: 'Организация',
  'The name of your team, club or family. You can change it later.':
    'Название вашей команды, клуба или семьи. Его можно изменить позже.',
  'Your name': 'Ваше имя',
  'Used to sign in. No e-mail is sent.': 'Нужен для входа. Письма не отправляются.',
  'Set up your server': 'Настройте свой сервер',
  'You’ll be the owner of a new organization. You can change everything later.':
    'Вы станете владельцем новой организации. Позже можно изменить всё.',
  'Set up': 'Настроить',
  'Already set up': 'Уже настроено',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'У этого сервера уже есть владелец. Чтобы присоединиться, попросите у него приглашение.',
  'Shown to other people.': 'Видно другим людям.',
  'Used to sign in.': 'Нужен для входа.',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'Ссылка использована или отозвана, либо срок её действия истёк. Попросите новую у того, кто её прислал.',
  'Join {organization}': 'Присоединиться к {organization}',
  '{inviter} invited you.': '{inviter} приглашает вас.',
  '{inviter} invited you as a guest.': '{inviter} приглашает вас как гостя.',
  'You’re already signed in as {name}. This creates another account.':
    'Вы уже вошли как {name}. Здесь создаётся ещё одна учётная запись.',
  'You’re already signed in as {name}. This is another account.': 'Вы уже вошли как {name}. Это другая учётная запись.',
  'You get the account of <b>{name}</b> with your earlier messages.':
    'Вы получите учётную запись <b>{name}</b> со своими прежними сообщениями.',
  'Your account will use the address <b>{email}</b>.': 'Ваша учётная запись будет использовать адрес <b>{email}</b>.',
  Continue: 'Продолжить',
  Join: 'Присоединиться',
  'I already have an account': 'У меня уже есть учётная запись',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Письмо со ссылкой отправлено на <b>{email}</b>. Если оно не придёт за несколько минут, проверьте папку со спамом.',
  'Invitation required': 'Нужно приглашение',
  'Ask a member of the organization to invite you.': 'Попросите участника организации пригласить вас.',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'Введите адрес электронной почты. Вы получите ссылку для создания учётной записи.',
  'Create account': 'Создать учётную запись',
  'The confirmation link has expired or been deactivated.':
    'Срок действия ссылки для подтверждения истёк, или она отключена.',
  'This link is incomplete, or the account no longer exists.': 'Эта ссылка неполная, или учётной записи больше нет.',
  'The invitation link has expired or is not valid.': 'Приглашение просрочено или недействительно.',
  'Account is deactivated.': 'Учётная запись отключена.',
  'Disposable email addresses are not allowed in this organization':
    'Временные адреса электронной почты в этой организации не допускаются',
  'Enter a valid email address.': 'Введите правильный адрес электронной почты.',
  'Invalid characters in name!': 'В имени есть недопустимые символы.',
  'Name too long!': 'Имя слишком длинное.',
  'Name too short!': 'Имя слишком короткое.',
  'This code is no longer valid. Restart the server to get a new one.':
    'Этот код больше не действует. Перезапустите сервер, чтобы получить новый.',
  'This password is easy to guess. Choose another password.': 'Этот пароль легко угадать. Выберите другой пароль.',
  'Wrong code. Enter the code that the server printed when it started.':
    'Неверный код. Введите код, который сервер вывел при запуске.',
  'This password is too common. Choose another password.': 'Этот пароль слишком распространён. Выберите другой пароль.',
  'This link has been used or has expired.': 'Эта ссылка использована, или срок её действия истёк.',
  'This server is already set up.': 'Этот сервер уже настроен.',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'Эта ссылка для входа использована, или срок её действия истёк. Попросите новую у администратора.',
  'Unique names required in this organization.': 'В этой организации имена не должны повторяться.',
  'This link is no longer valid': 'Эта ссылка больше не действует',
  'Go to the start page': 'На начальную страницу',
  'Open chat': 'Открыть чат',
  'Sign in to continue': 'Войдите, чтобы продолжить',
  'Access denied': 'Доступ запрещён',
  'Page not found': 'Страница не найдена',
  'The page may have been moved or deleted, or the link is incomplete.':
    'Возможно, страница перемещена или удалена, либо ссылка неполная.',
  'This page can’t be opened this way. Go to the start page.':
    'Эту страницу нельзя открыть так. Перейдите на начальную страницу.',
  'Too many requests': 'Слишком много запросов',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'Браузер отправил слишком много запросов. Подождите минуту и попробуйте снова.',
  'Something went wrong': 'Что-то пошло не так',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'Это ошибка сервера. Попробуйте ещё раз или попросите администратора проверить журнал сервера.',
  'Request failed': 'Запрос не выполнен',
  'Sign in to {organization}': 'Вход в {organization}',
  'This link signs in <b>{name}</b> ({email}) once.':
    'По этой ссылке можно один раз войти как <b>{name}</b> ({email}).',
  'Change your e-mail address again in your settings.': 'Измените адрес электронной почты ещё раз в своих настройках.',
  'Confirm your new e-mail address': 'Подтвердите новый адрес электронной почты',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    'Учётная запись <b>{name}</b> будет использовать <b>{address}</b> вместо {before} для входа и писем.',
  'Confirm address': 'Подтвердить адрес',
  'E-mail address changed': 'Адрес электронной почты изменён',
  'Your account now uses the address <b>{address}</b>.':
    'Теперь ваша учётная запись использует адрес <b>{address}</b>.',
  'Choose which e-mails you receive in your settings.': 'В настройках можно выбрать, какие письма вы получаете.',
  'Unsubscribe from these e-mails?': 'Отписаться от этих писем?',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    '{organization} больше не будет отправлять на <b>{email}</b> письма о том, что вы пропустили.',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    '{organization} больше не будет отправлять на <b>{email}</b> письма о том, что было за неделю вашего отсутствия.',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    '{organization} больше не будет отправлять на <b>{email}</b> письма о новых входах в вашу учётную запись.',
  Unsubscribe: 'Отписаться',
  Unsubscribed: 'Вы отписались',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'Вы больше не будете получать такие письма: {what}. Их можно снова включить в настройках.',
  '{organization} is ready': '{organization}: всё готово',
  'You’re signed in as {name} ({email}), its owner.': 'Вы вошли как {name} ({email}), владелец.',
  Phone: 'Телефон',
  'Install the Zulip app, then enter or scan this address.':
    'Установите приложение Zulip и введите или отсканируйте этот адрес.',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'Это имя работает только на этом компьютере. Телефону нужен адрес компьютера в вашей сети.',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'Этот адрес недоступен телефонам: сервер принимает соединения только с этого компьютера. Запустите его командой <code>{command}</code> для своей сети или см. «Адрес» ниже.',
  'Invite people': 'Пригласите людей',
  'Anyone with this link can join until {day}.': 'Присоединиться до {day} может любой, у кого есть эта ссылка.',
  'Anyone with this link can join.': 'Присоединиться может любой, у кого есть эта ссылка.',
  'For now, it only works on this computer.': 'Пока она работает только на этом компьютере.',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Создайте ссылку в чате: <a href="/#organization/invitations/new">Пригласить пользователей</a>.',
  'API access': 'Доступ через API',
  'Show your API key': 'Показать свой API-ключ',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Сохраните это как <code>~/.zuliprc</code> для клиентов и ботов Zulip. Любой, у кого есть этот ключ, может действовать от вашего имени. Его можно найти и в разделе <a href="/#settings/account-and-privacy">Учётная запись и приватность</a>.',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'API-ключ находится в разделе <a href="/#settings/account-and-privacy">Учётная запись и приватность</a>. Читайте <a href="/api">справочник по API</a>.',
  'Next steps': 'Следующие шаги',
  Address: 'Адрес',
  'To use your own domain with HTTPS:': 'Чтобы использовать свой домен с HTTPS:',
  Backup: 'Резервное копирование',
  'backs up while the server runs;': 'создаёт резервную копию, не останавливая сервер;',
  'makes a backup every day': 'создаёт резервную копию каждый день',
  'Outgoing e-mail': 'Исходящая почта',
  'Optional:': 'Необязательно:',
  'sends invitations and missed messages by e-mail': 'отправляет по почте приглашения и пропущенные сообщения',
  'The address {origin} as a QR code': 'Адрес {origin} в виде QR-кода',
  'The invitation link as a QR code': 'Ссылка-приглашение в виде QR-кода',
  'E-mails are sent within seconds. These haven’t been sent yet.':
    'Письма отправляются за несколько секунд. Эти ещё не отправлены.',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'Этот сервер не отправляет почту. Чтобы включить её, укажите в <code>KLATCH_SMTP_URL</code> почтовый сервер. До тех пор передавайте каждую ссылку получателю сами.',
  'No e-mails are waiting to be sent.': 'Нет писем, ожидающих отправки.',
  '{n} older e-mails aren’t shown.': 'Более старые письма не показаны: {n}.',
  Invitation: 'Приглашение',
  'Confirm e-mail address': 'Подтверждение адреса',
  'Confirm new e-mail address': 'Подтверждение нового адреса',
  'New sign-in': 'Новый вход',
  'Account deactivated': 'Учётная запись отключена',
  Welcome: 'Приветствие',
  'Export ready': 'Выгрузка готова',
  'Missed messages': 'Пропущенные сообщения',
  Digest: 'Дайджест',
  Test: 'Проверка',
  '{n} attempt': 'Попыток: {n}',
  '{n} attempts': 'Попыток: {n}',
  'Not delivered yet: {reason}': 'Ещё не доставлено: {reason}',
  'Couldn’t be delivered: {reason}': 'Не удалось доставить: {reason}',
  'Try again': 'Попробовать ещё раз',
  Remove: 'Удалить',
  'Sign in as': 'Войти как',
  'This is a temporary server. No password is needed.': 'Это временный сервер. Пароль не нужен.',
  'Sign in with a password': 'Войти с паролем',
  owner: 'владелец',
  administrator: 'администратор',
  moderator: 'модератор',
  member: 'участник',
  guest: 'гость',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'Учётная запись {email} отключена. Попросите администратора {organization} восстановить её.',
  'You were signed out because your session ended. Sign in again.': 'Ваш сеанс закончился. Войдите заново.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'Прокси по адресу {from} передаёт запросы этому серверу, который ему не доверяет. У всех пользователей один общий лимит запросов, а ссылки могут быть неверными. Запустите сервер с --behind-proxy={address}.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'Прокси по адресу {from} не отправляет X-Forwarded-For. У всех пользователей один общий лимит запросов.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'Прокси по адресу {from} не отправляет X-Forwarded-Proto: сервер не отличает HTTPS от HTTP. Настройте прокси так, чтобы он его отправлял, или запустите сервер с --public-url.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'Браузер открыл {sent}, но адрес этого сервера — {known}. Если он за прокси, настройте прокси на отправку X-Forwarded-Proto и X-Forwarded-Host и запустите сервер с --behind-proxy. Иначе укажите --public-url.',
  'Continue with {provider}': 'Продолжить через {provider}',
  'Sign in again to confirm that it is you.': 'Войдите ещё раз, чтобы подтвердить, что это вы.',
  'Go back to the app': 'Вернуться в приложение',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'Скопируйте этот код и вернитесь в приложение Zulip. Код действует одну минуту.',
  Code: 'Код',
  'Copy the code': 'Скопировать код',
  'Copied. Go back to the Zulip app now.': 'Скопировано. Теперь вернитесь в приложение Zulip.',
  'Continue in your browser': 'Продолжите в браузере',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'Войдите через {provider} в браузере. Скопируйте полученный там код и вернитесь сюда.',
  'Open the browser again': 'Открыть браузер ещё раз',
  'This version of the app is too old for that. Install the current one.':
    'Эта версия приложения слишком стара для этого. Установите текущую.',
  'You did not finish the sign-in.': 'Вы не завершили вход.',
  'The sign-in with {provider} failed. Start again.': 'Войти через {provider} не удалось. Начните заново.',
  '{provider} does not answer. Try again later.': '{provider} не отвечает. Попробуйте позже.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'Этот вход начат в другом браузере или больше десяти минут назад. Начните заново.',
  '{provider} does not confirm your e-mail address.': '{provider} не подтверждает ваш адрес электронной почты.',
  'No account here has your e-mail address.': 'Здесь нет учётной записи с вашим адресом электронной почты.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'Здесь нет учётной записи с вашим адресом электронной почты. Чтобы присоединиться, попросите приглашение.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'Учётная запись с вашим адресом электронной почты принадлежит другому лицу. Обратитесь к администратору.',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'Вы вышли, или вход был слишком давно. Войдите и начните заново.',
  'This account at {provider} is linked to another user.':
    'Эта учётная запись {provider} привязана к другому пользователю.',
  'You have linked another account at {provider}. Unlink it first.':
    'У вас привязана другая учётная запись {provider}. Сначала отвяжите её.',
  'The invitation is for another e-mail address.': 'Приглашение выдано на другой адрес электронной почты.',
  'Password authentication is disabled in this organization': 'Вход по паролю отключён в этой организации',
  'Account is deactivated': 'Учётная запись отключена',
  'Use a passkey': 'Использовать ключ доступа',
  'Sign in with a passkey': 'Войти с ключом доступа',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'На вашем устройстве или в менеджере паролей есть ключи доступа, добавленные в настройках здесь.',
  'The passkey did not work. Try again.': 'Ключ доступа не сработал. Попробуйте ещё раз.',
  'This passkey is not known here.': 'Этот ключ доступа здесь неизвестен.',
  'Confirm your sign-in': 'Подтвердите вход',
  'From your authenticator app, or a recovery code.': 'Из приложения-аутентификатора или код восстановления.',
  'From your authenticator app.': 'Из приложения-аутентификатора.',
  Confirm: 'Подтвердить',
  'Protect your account': 'Защитите свою учётную запись',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    '{organization} требует второй шаг. Отсканируйте этот код приложением-аутентификатором, например Aegis, 1Password или Google Authenticator.',
  'Or enter this secret there:': 'Или введите в нём этот секрет:',
  'Protect the account': 'Защитить учётную запись',
  'This code is not correct, or it was used already.': 'Этот код неверен или уже использован.',
  'This sign-in has ended. Start again.': 'Этот вход завершён. Начните заново.',
  'Save your recovery codes': 'Сохраните коды восстановления',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    'Каждый код один раз заменяет второй шаг. Храните их там, где найдёте без телефона.',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'Войдите в браузере. Скопируйте полученный там код и вернитесь сюда.',
};
