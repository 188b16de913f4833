/** The pages' texts in Japanese, by the English text. Names in braces are placeholders. */
export const ja: Readonly<Record<string, string>> = {
  'Sign in': 'ログイン',
  'Sign out': 'ログアウト',
  'Terms of service': '利用規約',
  'Privacy policy': 'プライバシーポリシー',
  Imprint: '運営者情報',
  'No organization here': '組織がありません',
  'This server has no organization with this address. Check the address for typing errors.':
    'このサーバーには、このアドレスの組織がありません。アドレスに誤りがないか確認してください。',
  'Organization suspended': '組織は停止中です',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'この組織は停止中です。データは失われていません。理由はサーバー管理者に問い合わせてください。',
  'Organization not available': '組織を利用できません',
  'This organization is not available at the moment. Try again in a minute.':
    'この組織は現在利用できません。1分後にもう一度お試しください。',
  'Setting up HTTPS': 'HTTPSを設定しています',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    '認証局が名前を確認すると、<b>{domain}</b> のHTTPSが始まります。通常は1分もかかりません。このページは自動的に再読み込みされます。',
  'If it takes longer, ask the server administrator to check the server’s log.':
    '時間がかかる場合は、サーバーのログを確認するようサーバー管理者に依頼してください。',
  'E-mail': 'メール',
  Password: 'パスワード',
  'Forgot your password?': 'パスワードをお忘れですか？',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'ここではパスワードでログインできません。組織のログインページを使うか、管理者にリンクを依頼してください。',
  'Sign in as any user without a password': 'パスワードなしで任意のユーザーとしてログイン',
  'View without an account': 'アカウントなしで閲覧',
  'You are signed in as <b>{name}</b> ({email}).': '<b>{name}</b> ({email}) としてログインしています。',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'アカウントのメールアドレスを入力してください。新しいパスワードを設定するためのリンクが届きます。',
  'Send link': 'リンクを送信',
  'Back to sign-in': 'ログインに戻る',
  'Check your e-mail': 'メールを確認してください',
  'Ask for your link': 'リンクを依頼してください',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    '<b>{email}</b> のアカウントがあれば、リンクを記載したメールが届きます。数分たっても届かない場合は、迷惑メールフォルダーを確認してください。',
  'The link is valid for 24 hours.': 'リンクの有効期限は24時間です。',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'このサーバーはメールを送信しません。<b>{email}</b> のアカウントがあれば、組織のオーナーにリンクを依頼してください。',
  'New password': '新しいパスワード',
  '6 to 100 characters.': '6～100文字。',
  'Repeat password': 'パスワードの再入力',
  'Request a new link on the sign-in page.': 'ログインページで新しいリンクを請求してください。',
  'Choose a password': 'パスワードの設定',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    '{name} ({email}) のアカウント用です。すべてのデバイスで再ログインが必要になり、APIキーが変わります。',
  'Change password': 'パスワードを変更',
  'Password changed': 'パスワードを変更しました',
  'Sign in with your new password.': '新しいパスワードでログインしてください。',
  'The passwords don’t match. Enter the same password twice.':
    'パスワードが一致しません。同じパスワードを2回入力してください。',
  'Fill in this field.': 'このフィールドに入力してください。',
  'Enter at most {n} characters.': '{n}文字以内で入力してください。',
  optional: '任意',
  'Your username or password is incorrect': 'ユーザー名またはパスワードが正しくありません',
  'The password is too weak. Use 6 to 100 characters.': 'パスワードが弱すぎます。6～100文字にしてください。',
  'Setup code': 'セットアップコード',
  'The server prints it when it starts, after “Set up”.': 'サーバーの起動時に「Set up」の後に表示されます。',
  Organization: '組織',
  'The name of your team, club or family. You can change it later.':
    'チーム、クラブ、家族などの名前です。あとで変更できます。',
  'Your name': 'あなたの名前',
  'Used to sign in. No e-mail is sent.': 'ログインに使います。メールは送信されません。',
  'Set up your server': 'サーバーのセットアップ',
  'You’ll be the owner of a new organization. You can change everything later.':
    '新しい組織のオーナーになります。すべてあとで変更できます。',
  'Set up': 'セットアップ',
  'Already set up': 'セットアップ済みです',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'このサーバーにはすでにオーナーがいます。参加するには、オーナーに招待を依頼してください。',
  'Shown to other people.': 'ほかのユーザーに表示されます。',
  'Used to sign in.': 'ログインに使います。',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'リンクは使用済みか、取り消されたか、期限切れです。送ってくれた人に新しいリンクを依頼してください。',
  'Join {organization}': '{organization} に参加',
  '{inviter} invited you.': '{inviter} からの招待です。',
  '{inviter} invited you as a guest.': '{inviter} からのゲストとしての招待です。',
  'You’re already signed in as {name}. This creates another account.':
    'すでに {name} としてログインしています。別のアカウントが作成されます。',
  'You’re already signed in as {name}. This is another account.':
    'すでに {name} としてログインしています。これは別のアカウントです。',
  'You get the account of <b>{name}</b> with your earlier messages.':
    '<b>{name}</b> のアカウントを、以前のメッセージとともに受け取ります。',
  'Your account will use the address <b>{email}</b>.': 'アカウントのアドレスは <b>{email}</b> になります。',
  Continue: '続行',
  Join: '参加',
  'I already have an account': 'アカウントを持っています',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    '<b>{email}</b> に、リンクを記載したメールを送信しました。数分たっても届かない場合は、迷惑メールフォルダーを確認してください。',
  'Invitation required': '招待が必要です',
  'Ask a member of the organization to invite you.': '組織のメンバーに招待を依頼してください。',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'メールアドレスを入力してください。アカウントを作成するためのリンクが届きます。',
  'Create account': 'アカウントを作成',
  'The confirmation link has expired or been deactivated.': '確認リンクは期限切れか、無効化されています。',
  'This link is incomplete, or the account no longer exists.': 'リンクが不完全か、アカウントが存在しません。',
  'The invitation link has expired or is not valid.': '招待リンクは期限切れか、無効です。',
  'Account is deactivated.': 'アカウントは無効化されています。',
  'Disposable email addresses are not allowed in this organization': 'この組織では使い捨てメールアドレスは使えません',
  'Enter a valid email address.': '有効なメールアドレスを入力してください。',
  'Invalid characters in name!': '名前に使用できない文字が含まれています！',
  'Name too long!': '名前が長すぎます！',
  'Name too short!': '名前が短すぎます！',
  'This code is no longer valid. Restart the server to get a new one.':
    'このコードは無効になりました。新しいコードを取得するには、サーバーを再起動してください。',
  'This password is easy to guess. Choose another password.':
    'このパスワードは推測されやすいものです。別のパスワードにしてください。',
  'Wrong code. Enter the code that the server printed when it started.':
    'コードが違います。サーバーの起動時に表示されたコードを入力してください。',
  'This password is too common. Choose another password.':
    'このパスワードはよく使われています。別のパスワードにしてください。',
  'This link has been used or has expired.': 'このリンクは使用済みか、期限切れです。',
  'This server is already set up.': 'このサーバーはセットアップ済みです。',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'このログインリンクは使用済みか、期限切れです。管理者に新しいリンクを依頼してください。',
  'Unique names required in this organization.': 'この組織では名前の重複は許可されていません。',
  'This link is no longer valid': 'このリンクは無効になりました',
  'Go to the start page': 'スタートページへ',
  'Open chat': 'チャットを開く',
  'Sign in to continue': '続行するにはログイン',
  'Access denied': 'アクセスが拒否されました',
  'Page not found': 'ページが見つかりません',
  'The page may have been moved or deleted, or the link is incomplete.':
    'ページが移動または削除されたか、リンクが不完全です。',
  'This page can’t be opened this way. Go to the start page.':
    'このページはこの方法では開けません。スタートページに移動してください。',
  'Too many requests': 'リクエストが多すぎます',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'ブラウザーからのリクエストが多すぎます。1分待ってから、もう一度お試しください。',
  'Something went wrong': '問題が発生しました',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'サーバーのエラーです。もう一度試すか、サーバーのログを確認するよう管理者に依頼してください。',
  'Request failed': 'リクエストに失敗しました',
  'Sign in to {organization}': '{organization} にログイン',
  'This link signs in <b>{name}</b> ({email}) once.':
    'このリンクで、<b>{name}</b> ({email}) として1回ログインできます。',
  'Change your e-mail address again in your settings.': 'メールアドレスは、設定でもう一度変更してください。',
  'Confirm your new e-mail address': '新しいメールアドレスの確認',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    '<b>{name}</b> のアカウントは、ログインとメールに {before} の代わりに <b>{address}</b> を使うようになります。',
  'Confirm address': 'アドレスを確認',
  'E-mail address changed': 'メールアドレスを変更しました',
  'Your account now uses the address <b>{address}</b>.': 'アカウントのアドレスは <b>{address}</b> になりました。',
  'Choose which e-mails you receive in your settings.': '受け取るメールは設定で選べます。',
  'Unsubscribe from these e-mails?': 'このメールの配信を停止しますか？',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    '{organization} から <b>{email}</b> への、離れている間の未読に関するメールが送信されなくなります。',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    '{organization} から <b>{email}</b> への、1週間離れている間の出来事に関するメールが送信されなくなります。',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    '{organization} から <b>{email}</b> への、アカウントへの新しいログインに関するメールが送信されなくなります。',
  Unsubscribe: '配信を停止',
  Unsubscribed: '配信を停止しました',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'このメールは今後届きません。設定で再びオンにできます。',
  '{organization} is ready': '{organization} の準備ができました',
  'You’re signed in as {name} ({email}), its owner.': 'オーナーの {name} ({email}) としてログインしています。',
  Phone: 'スマートフォン',
  'Install the Zulip app, then enter or scan this address.':
    'Zulipアプリをインストールし、このアドレスを入力するかスキャンしてください。',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'この名前はこのコンピューターでしか使えません。スマートフォンには、ネットワーク内でのコンピューターのアドレスが必要です。',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'サーバーがこのコンピューターからの接続しか受け付けないため、スマートフォンからこのアドレスに接続できません。ネットワーク用に <code>{command}</code> で起動するか、下の「アドレス」を参照してください。',
  'Invite people': 'ユーザーを招待',
  'Anyone with this link can join until {day}.': '{day}まで、このリンクを知っている人は誰でも参加できます。',
  'Anyone with this link can join.': 'このリンクを知っている人は誰でも参加できます。',
  'For now, it only works on this computer.': '今のところ、このコンピューターでしか使えません。',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'チャットでリンクを作成してください：<a href="/#organization/invitations/new">ユーザーを招待</a>。',
  'API access': 'APIアクセス',
  'Show your API key': 'APIキーを表示',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Zulipのクライアントやボット用に、これを <code>~/.zuliprc</code> として保存してください。このキーを知っている人は誰でもあなたとして操作できます。<a href="/#settings/account-and-privacy">アカウントとプライバシー</a>でも確認できます。',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'APIキーは<a href="/#settings/account-and-privacy">アカウントとプライバシー</a>にあります。<a href="/api">APIリファレンス</a>もご覧ください。',
  'Next steps': '次のステップ',
  Address: 'アドレス',
  'To use your own domain with HTTPS:': '独自ドメインをHTTPSで使うには：',
  Backup: 'バックアップ',
  'backs up while the server runs;': 'サーバーの稼働中にバックアップします。',
  'makes a backup every day': '毎日バックアップします',
  'Outgoing e-mail': '送信メール',
  'Optional:': '任意：',
  'sends invitations and missed messages by e-mail': '招待と見逃したメッセージをメールで送信します',
  'The address {origin} as a QR code': 'アドレス {origin} のQRコード',
  'The invitation link as a QR code': '招待リンクのQRコード',
  'E-mails are sent within seconds. These haven’t been sent yet.':
    'メールは数秒以内に送信されます。次のメールはまだ送信されていません。',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'このサーバーはメールを送信しません。送信するには、<code>KLATCH_SMTP_URL</code> にメールサーバーを設定してください。それまでは、各リンクを宛先の人に伝えてください。',
  'No e-mails are waiting to be sent.': '送信待ちのメールはありません。',
  '{n} older e-mails aren’t shown.': '以前のメール{n}通は表示されていません。',
  Invitation: '招待',
  'Confirm e-mail address': 'メールアドレスの確認',
  'Confirm new e-mail address': '新しいメールアドレスの確認',
  'New sign-in': '新しいログイン',
  'Account deactivated': 'アカウントの無効化',
  Welcome: 'ようこそ',
  'Export ready': 'エクスポートの完了',
  'Missed messages': '見逃したメッセージ',
  Digest: 'ダイジェスト',
  Test: 'テスト',
  '{n} attempt': '{n}回試行',
  '{n} attempts': '{n}回試行',
  'Not delivered yet: {reason}': '未配信：{reason}',
  'Couldn’t be delivered: {reason}': '配信できませんでした：{reason}',
  'Try again': '再試行',
  Remove: '削除',
  'Sign in as': '次のユーザーとしてログイン',
  'This is a temporary server. No password is needed.': 'これは一時的なサーバーです。パスワードは不要です。',
  'Sign in with a password': 'パスワードでログイン',
  owner: 'オーナー',
  administrator: '管理者',
  moderator: 'モデレーター',
  member: 'メンバー',
  guest: 'ゲスト',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'アカウント {email} は無効化されました。{organization} の管理者に再有効化を依頼してください。',
  'You were signed out because your session ended. Sign in again.':
    'セッションが終了したため、ログアウトしました。再ログインしてください。',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    '{from} のプロキシがこのサーバーにリクエストを転送していますが、サーバーはそのプロキシを信頼していません。全ユーザーが1つのレート制限を共有し、リンクが正しくないことがあります。--behind-proxy={address} を付けてサーバーを起動してください。',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    '{from} のプロキシが X-Forwarded-For を送信していません。全ユーザーが1つのレート制限を共有しています。',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    '{from} のプロキシが X-Forwarded-Proto を送信していないため、サーバーはHTTPSとHTTPを区別できません。プロキシで送信するように設定するか、--public-url を付けてサーバーを起動してください。',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'ブラウザーは {sent} を開きましたが、このサーバーのアドレスは {known} です。プロキシの背後にある場合は、X-Forwarded-Proto と X-Forwarded-Host を送信するようにプロキシを設定し、--behind-proxy を付けてサーバーを起動してください。そうでない場合は --public-url を設定してください。',
  'Continue with {provider}': '{provider} で続行',
  'Sign in again to confirm that it is you.': '本人確認のため、再ログインしてください。',
  'Go back to the app': 'アプリに戻る',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'このコードをコピーして、Zulipアプリに戻ってください。コードの有効期限は1分です。',
  Code: 'コード',
  'Copy the code': 'コードをコピー',
  'Copied. Go back to the Zulip app now.': 'コピーしました。Zulipアプリに戻ってください。',
  'Continue in your browser': 'ブラウザーで続行',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'ブラウザーで {provider} を使ってログインしてください。表示されたコードをコピーして、ここに戻ってください。',
  'Open the browser again': 'ブラウザーをもう一度開く',
  'This version of the app is too old for that. Install the current one.':
    'このバージョンのアプリは古いため使えません。最新のものをインストールしてください。',
  'You did not finish the sign-in.': 'ログインが完了していません。',
  'The sign-in with {provider} failed. Start again.':
    '{provider} でのログインに失敗しました。最初からやり直してください。',
  '{provider} does not answer. Try again later.': '{provider} が応答しません。しばらくしてからもう一度お試しください。',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'このログインは別のブラウザーで始められたか、10分以上前に始められました。最初からやり直してください。',
  '{provider} does not confirm your e-mail address.': '{provider} があなたのメールアドレスを確認していません。',
  'No account here has your e-mail address.': 'あなたのメールアドレスのアカウントはここにありません。',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'あなたのメールアドレスのアカウントはここにありません。参加するには招待を依頼してください。',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'あなたのメールアドレスのアカウントは、別のIDに紐づいています。管理者に問い合わせてください。',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'ログアウトしたか、ログインから時間がたちすぎています。ログインして最初からやり直してください。',
  'This account at {provider} is linked to another user.':
    'この {provider} のアカウントは、別のユーザーと連携されています。',
  'You have linked another account at {provider}. Unlink it first.':
    '別の {provider} のアカウントと連携しています。先に連携を解除してください。',
  'The invitation is for another e-mail address.': 'この招待は別のメールアドレス宛てです。',
  'Password authentication is disabled in this organization': 'この組織ではパスワードでのログインがオフになっています',
  'Account is deactivated': 'アカウントは無効化されています',
  'Use a passkey': 'パスキーを使う',
  'Sign in with a passkey': 'パスキーでログイン',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'デバイスやパスワードマネージャーに、ここの設定で追加したパスキーがあります。',
  'The passkey did not work. Try again.': 'パスキーを使えませんでした。もう一度お試しください。',
  'This passkey is not known here.': 'このパスキーは登録されていません。',
  'Confirm your sign-in': 'ログインの確認',
  'From your authenticator app, or a recovery code.': '認証アプリのコード、またはリカバリーコード。',
  'From your authenticator app.': '認証アプリのコード。',
  Confirm: '確認',
  'Protect your account': 'アカウントを保護してください',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    '{organization} では2段階目の認証が必要です。Aegis、1Password、Google Authenticatorなどの認証アプリでこのコードをスキャンしてください。',
  'Or enter this secret there:': 'または、次のシークレットを入力してください：',
  'Protect the account': 'アカウントを保護',
  'This code is not correct, or it was used already.': 'コードが正しくないか、すでに使われています。',
  'This sign-in has ended. Start again.': 'このログインは終了しました。最初からやり直してください。',
  'Save your recovery codes': 'リカバリーコードを保存してください',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    '各コードは、2段階目の認証の代わりに1回だけ使えます。スマートフォンがなくても見つけられる場所に保管してください。',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'ブラウザーでログインしてください。表示されたコードをコピーして、ここに戻ってください。',
};
