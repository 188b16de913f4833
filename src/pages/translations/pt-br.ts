/** The pages' texts in Brazilian Portuguese, by the English text. Names in braces are placeholders. */
export const ptBr: Readonly<Record<string, string>> = {
  'Sign in': 'Entrar',
  'Sign out': 'Sair',
  'Terms of service': 'Termos de serviço',
  'Privacy policy': 'Política de privacidade',
  Imprint: 'Aviso legal',
  'No organization here': 'Nenhuma organização aqui',
  'This server has no organization with this address. Check the address for typing errors.':
    'Este servidor não tem nenhuma organização com este endereço. Verifique se ele foi digitado corretamente.',
  'Organization suspended': 'Organização suspensa',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'Esta organização está suspensa. Nada foi perdido. Pergunte o motivo ao administrador do servidor.',
  'Organization not available': 'Organização indisponível',
  'This organization is not available at the moment. Try again in a minute.':
    'Esta organização não está disponível no momento. Tente novamente em um minuto.',
  'Setting up HTTPS': 'Configurando HTTPS',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'O HTTPS para <b>{domain}</b> começa assim que uma autoridade de certificação confirmar o nome. Isso costuma levar menos de um minuto. Esta página é recarregada sozinha.',
  'If it takes longer, ask the server administrator to check the server’s log.':
    'Se demorar mais, peça ao administrador do servidor que verifique o log do servidor.',
  'E-mail': 'E-mail',
  Password: 'Senha',
  'Forgot your password?': 'Esqueceu sua senha?',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'Aqui não é possível entrar com uma senha. Use a página de login da sua organização ou peça um link a um administrador.',
  'Sign in as any user without a password': 'Entrar como qualquer usuário sem senha',
  'View without an account': 'Ver sem uma conta',
  'You are signed in as <b>{name}</b> ({email}).': 'Você entrou como <b>{name}</b> ({email}).',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'Digite o endereço de e-mail da sua conta. Você receberá um link para escolher uma nova senha.',
  'Send link': 'Enviar link',
  'Back to sign-in': 'Voltar ao login',
  'Check your e-mail': 'Verifique seu e-mail',
  'Ask for your link': 'Peça seu link',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Se <b>{email}</b> pertencer a uma conta, um e-mail com um link está a caminho. Se ele não chegar em alguns minutos, verifique sua pasta de spam.',
  'The link is valid for 24 hours.': 'O link é válido por 24 horas.',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'Este servidor não envia e-mails. Se <b>{email}</b> pertencer a uma conta, peça seu link a um proprietário da organização.',
  'New password': 'Nova senha',
  '6 to 100 characters.': 'De 6 a 100 caracteres.',
  'Repeat password': 'Repita a senha',
  'Request a new link on the sign-in page.': 'Peça um novo link na página de login.',
  'Choose a password': 'Escolha uma senha',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    'Para a conta de {name} ({email}). Todos os dispositivos precisarão entrar novamente, e a chave de API será alterada.',
  'Change password': 'Alterar senha',
  'Password changed': 'Senha alterada',
  'Sign in with your new password.': 'Entre com sua nova senha.',
  'The passwords don’t match. Enter the same password twice.':
    'As senhas não coincidem. Digite a mesma senha duas vezes.',
  'Fill in this field.': 'Preencha este campo.',
  'Enter at most {n} characters.': 'Digite no máximo {n} caracteres.',
  optional: 'opcional',
  'Your username or password is incorrect': 'Seu nome de usuário ou senha está incorreto',
  'The password is too weak. Use 6 to 100 characters.': 'A senha é fraca demais. Use de 6 a 100 caracteres.',
  'Setup code': 'Código de configuração',
  'The server prints it when it starts, after “Set up”.': 'O servidor o exibe ao iniciar, depois de “Set up”.',
  Organization: 'Organização',
  'The name of your team, club or family. You can change it later.':
    'O nome da sua equipe, clube ou família. Você pode alterá-lo depois.',
  'Your name': 'Seu nome',
  'Used to sign in. No e-mail is sent.': 'Usado para entrar. Nenhum e-mail é enviado.',
  'Set up your server': 'Configure seu servidor',
  'You’ll be the owner of a new organization. You can change everything later.':
    'Você será o proprietário de uma nova organização. Pode alterar tudo depois.',
  'Set up': 'Configurar',
  'Already set up': 'Já configurado',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'Este servidor já tem um proprietário. Peça a ele um convite para entrar.',
  'Shown to other people.': 'Exibido às outras pessoas.',
  'Used to sign in.': 'Usado para entrar.',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'O link foi usado, revogado ou expirou. Peça um novo a quem o enviou.',
  'Join {organization}': 'Entrar em {organization}',
  '{inviter} invited you.': '{inviter} convidou você.',
  '{inviter} invited you as a guest.': '{inviter} convidou você como convidado.',
  'You’re already signed in as {name}. This creates another account.':
    'Você já entrou como {name}. Isto cria outra conta.',
  'You’re already signed in as {name}. This is another account.': 'Você já entrou como {name}. Esta é outra conta.',
  'You get the account of <b>{name}</b> with your earlier messages.':
    'Você receberá a conta de <b>{name}</b> com suas mensagens anteriores.',
  'Your account will use the address <b>{email}</b>.': 'Sua conta usará o endereço <b>{email}</b>.',
  Continue: 'Continuar',
  Join: 'Participar',
  'I already have an account': 'Já tenho uma conta',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Um e-mail com um link está a caminho de <b>{email}</b>. Se ele não chegar em alguns minutos, verifique sua pasta de spam.',
  'Invitation required': 'É preciso um convite',
  'Ask a member of the organization to invite you.': 'Peça a um membro da organização que convide você.',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'Digite seu endereço de e-mail. Você receberá um link para criar sua conta.',
  'Create account': 'Criar conta',
  'The confirmation link has expired or been deactivated.': 'O link de confirmação expirou ou foi desativado.',
  'This link is incomplete, or the account no longer exists.': 'Este link está incompleto ou a conta não existe mais.',
  'The invitation link has expired or is not valid.': 'O link de convite expirou ou não é válido.',
  'Account is deactivated.': 'A conta está desativada.',
  'Disposable email addresses are not allowed in this organization':
    'Endereços de e-mail descartáveis não são permitidos nesta organização',
  'Enter a valid email address.': 'Digite um endereço de e-mail válido.',
  'Invalid characters in name!': 'O nome contém caracteres inválidos!',
  'Name too long!': 'O nome é longo demais!',
  'Name too short!': 'O nome é curto demais!',
  'This code is no longer valid. Restart the server to get a new one.':
    'Este código não é mais válido. Reinicie o servidor para obter um novo.',
  'This password is easy to guess. Choose another password.': 'Esta senha é fácil de adivinhar. Escolha outra senha.',
  'Wrong code. Enter the code that the server printed when it started.':
    'Código incorreto. Digite o código que o servidor exibiu ao iniciar.',
  'This password is too common. Choose another password.': 'Esta senha é comum demais. Escolha outra senha.',
  'This link has been used or has expired.': 'Este link já foi usado ou expirou.',
  'This server is already set up.': 'Este servidor já está configurado.',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'Este link de login já foi usado ou expirou. Peça um novo ao administrador.',
  'Unique names required in this organization.': 'Nesta organização, os nomes precisam ser únicos.',
  'This link is no longer valid': 'Este link não é mais válido',
  'Go to the start page': 'Ir para a página inicial',
  'Open chat': 'Abrir o chat',
  'Sign in to continue': 'Entre para continuar',
  'Access denied': 'Acesso negado',
  'Page not found': 'Página não encontrada',
  'The page may have been moved or deleted, or the link is incomplete.':
    'A página pode ter sido movida ou excluída, ou o link está incompleto.',
  'This page can’t be opened this way. Go to the start page.':
    'Esta página não pode ser aberta assim. Vá para a página inicial.',
  'Too many requests': 'Solicitações demais',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'Seu navegador enviou solicitações demais. Espere um minuto e tente novamente.',
  'Something went wrong': 'Algo deu errado',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'Este é um erro do servidor. Tente novamente ou peça ao administrador que verifique o log do servidor.',
  'Request failed': 'A solicitação falhou',
  'Sign in to {organization}': 'Entrar em {organization}',
  'This link signs in <b>{name}</b> ({email}) once.': 'Este link faz login uma vez como <b>{name}</b> ({email}).',
  'Change your e-mail address again in your settings.': 'Altere novamente seu endereço de e-mail nas configurações.',
  'Confirm your new e-mail address': 'Confirme seu novo endereço de e-mail',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    'A conta de <b>{name}</b> usará <b>{address}</b> em vez de {before} para entrar e para e-mails.',
  'Confirm address': 'Confirmar endereço',
  'E-mail address changed': 'Endereço de e-mail alterado',
  'Your account now uses the address <b>{address}</b>.': 'Sua conta agora usa o endereço <b>{address}</b>.',
  'Choose which e-mails you receive in your settings.': 'Escolha nas configurações quais e-mails você recebe.',
  'Unsubscribe from these e-mails?': 'Cancelar o recebimento destes e-mails?',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    '{organization} não enviará mais e-mails para <b>{email}</b> sobre o que você perdeu enquanto esteve ausente.',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    '{organization} não enviará mais e-mails para <b>{email}</b> sobre o que aconteceu enquanto você esteve ausente por uma semana.',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    '{organization} não enviará mais e-mails para <b>{email}</b> sobre novos logins na sua conta.',
  Unsubscribe: 'Cancelar recebimento',
  Unsubscribed: 'Recebimento cancelado',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'Você não receberá mais estes e-mails. Pode ativá-los novamente nas configurações.',
  '{organization} is ready': '{organization} está pronta',
  'You’re signed in as {name} ({email}), its owner.': 'Você entrou como {name} ({email}), o proprietário.',
  Phone: 'Celular',
  'Install the Zulip app, then enter or scan this address.':
    'Instale o app do Zulip e digite ou escaneie este endereço.',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'Este nome só funciona neste computador. Um celular precisa do endereço do computador na sua rede.',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'Celulares não conseguem acessar este endereço, porque o servidor só aceita conexões deste computador. Inicie-o com <code>{command}</code> para a sua rede ou veja “Endereço” abaixo.',
  'Invite people': 'Convidar pessoas',
  'Anyone with this link can join until {day}.': 'Qualquer pessoa com este link pode entrar até {day}.',
  'Anyone with this link can join.': 'Qualquer pessoa com este link pode entrar.',
  'For now, it only works on this computer.': 'Por enquanto, ele só funciona neste computador.',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Crie um link no chat: <a href="/#organization/invitations/new">Convidar pessoas</a>.',
  'API access': 'Acesso à API',
  'Show your API key': 'Mostrar sua chave de API',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Salve isto como <code>~/.zuliprc</code> para os clientes e bots do Zulip. Qualquer pessoa com esta chave pode agir como você. Você também a encontra em <a href="/#settings/account-and-privacy">Conta e privacidade</a>.',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'Você encontra sua chave de API em <a href="/#settings/account-and-privacy">Conta e privacidade</a>. Leia a <a href="/api">referência da API</a>.',
  'Next steps': 'Próximos passos',
  Address: 'Endereço',
  'To use your own domain with HTTPS:': 'Para usar seu próprio domínio com HTTPS:',
  Backup: 'Backup',
  'backs up while the server runs;': 'faz backup com o servidor em execução;',
  'makes a backup every day': 'faz um backup todos os dias',
  'Outgoing e-mail': 'E-mails enviados',
  'Optional:': 'Opcional:',
  'sends invitations and missed messages by e-mail': 'envia convites e mensagens perdidas por e-mail',
  'The address {origin} as a QR code': 'O endereço {origin} como código QR',
  'The invitation link as a QR code': 'O link de convite como código QR',
  'E-mails are sent within seconds. These haven’t been sent yet.':
    'Os e-mails são enviados em segundos. Estes ainda não foram enviados.',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'Este servidor não envia e-mails. Para ativar o envio, defina em <code>KLATCH_SMTP_URL</code> um servidor de e-mail. Até lá, repasse cada link ao destinatário.',
  'No e-mails are waiting to be sent.': 'Nenhum e-mail aguarda envio.',
  '{n} older e-mails aren’t shown.': '{n} e-mails mais antigos não são exibidos.',
  Invitation: 'Convite',
  'Confirm e-mail address': 'Confirmar endereço de e-mail',
  'Confirm new e-mail address': 'Confirmar novo endereço de e-mail',
  'New sign-in': 'Novo login',
  'Account deactivated': 'Conta desativada',
  Welcome: 'Boas-vindas',
  'Export ready': 'Exportação pronta',
  'Missed messages': 'Mensagens perdidas',
  Digest: 'Resumo',
  Test: 'Teste',
  '{n} attempt': '{n} tentativa',
  '{n} attempts': '{n} tentativas',
  'Not delivered yet: {reason}': 'Ainda não entregue: {reason}',
  'Couldn’t be delivered: {reason}': 'Não foi possível entregar: {reason}',
  'Try again': 'Tentar novamente',
  Remove: 'Remover',
  'Sign in as': 'Entrar como',
  'This is a temporary server. No password is needed.': 'Este é um servidor temporário. Nenhuma senha é necessária.',
  'Sign in with a password': 'Entrar com senha',
  owner: 'proprietário',
  administrator: 'administrador',
  moderator: 'moderador',
  member: 'membro',
  guest: 'convidado',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'A conta {email} foi desativada. Peça a um administrador de {organization} que a reative.',
  'You were signed out because your session ended. Sign in again.':
    'Você saiu porque sua sessão terminou. Entre novamente.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'Um proxy em {from} encaminha solicitações a este servidor, que não confia nele. Todos os usuários compartilham um só limite de solicitações, e os links podem estar errados. Inicie o servidor com --behind-proxy={address}.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'O proxy em {from} não envia X-Forwarded-For. Todos os usuários compartilham um só limite de solicitações.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'O proxy em {from} não envia X-Forwarded-Proto: o servidor não consegue distinguir HTTPS de HTTP. Configure o proxy para enviá-lo ou inicie o servidor com --public-url.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'Seu navegador abriu {sent}, mas o endereço deste servidor é {known}. Se ele estiver atrás de um proxy, configure o proxy para enviar X-Forwarded-Proto e X-Forwarded-Host e inicie o servidor com --behind-proxy. Caso contrário, defina --public-url.',
  'Continue with {provider}': 'Continuar com {provider}',
  'Sign in again to confirm that it is you.': 'Entre novamente para confirmar que é você.',
  'Go back to the app': 'Voltar ao app',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'Copie este código e volte ao app do Zulip. O código é válido por um minuto.',
  Code: 'Código',
  'Copy the code': 'Copiar o código',
  'Copied. Go back to the Zulip app now.': 'Copiado. Volte agora ao app do Zulip.',
  'Continue in your browser': 'Continue no seu navegador',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'Entre com {provider} no seu navegador. Depois copie o código que receber lá e volte.',
  'Open the browser again': 'Abrir o navegador novamente',
  'This version of the app is too old for that. Install the current one.':
    'Esta versão do app é antiga demais para isso. Instale a atual.',
  'You did not finish the sign-in.': 'Você não concluiu o login.',
  'The sign-in with {provider} failed. Start again.': 'O login com {provider} falhou. Comece novamente.',
  '{provider} does not answer. Try again later.': '{provider} não responde. Tente novamente mais tarde.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'Este login foi iniciado em outro navegador ou há mais de dez minutos. Comece novamente.',
  '{provider} does not confirm your e-mail address.': '{provider} não confirma seu endereço de e-mail.',
  'No account here has your e-mail address.': 'Nenhuma conta aqui tem seu endereço de e-mail.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'Nenhuma conta aqui tem seu endereço de e-mail. Para entrar, peça um convite.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'A conta com seu endereço de e-mail pertence a outra identidade. Fale com um administrador.',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'Você saiu ou seu login foi há muito tempo. Entre e comece novamente.',
  'This account at {provider} is linked to another user.': 'Esta conta de {provider} está vinculada a outro usuário.',
  'You have linked another account at {provider}. Unlink it first.':
    'Você vinculou outra conta de {provider}. Desvincule-a primeiro.',
  'The invitation is for another e-mail address.': 'O convite é para outro endereço de e-mail.',
  'Password authentication is disabled in this organization': 'O login com senha está desativado nesta organização',
  'Account is deactivated': 'A conta está desativada',
  'Use a passkey': 'Usar uma chave de acesso',
  'Sign in with a passkey': 'Entrar com uma chave de acesso',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'Seu dispositivo ou gerenciador de senhas tem chaves de acesso que você adicionou aqui nas configurações.',
  'The passkey did not work. Try again.': 'A chave de acesso não funcionou. Tente novamente.',
  'This passkey is not known here.': 'Esta chave de acesso não é conhecida aqui.',
  'Confirm your sign-in': 'Confirme seu login',
  'From your authenticator app, or a recovery code.': 'Do seu app autenticador, ou um código de recuperação.',
  'From your authenticator app.': 'Do seu app autenticador.',
  Confirm: 'Confirmar',
  'Protect your account': 'Proteja sua conta',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    '{organization} exige um segundo fator. Escaneie este código com um app autenticador, como Aegis, 1Password ou Google Authenticator.',
  'Or enter this secret there:': 'Ou digite este segredo nele:',
  'Protect the account': 'Proteger a conta',
  'This code is not correct, or it was used already.': 'Este código não está correto ou já foi usado.',
  'This sign-in has ended. Start again.': 'Este login terminou. Comece novamente.',
  'Save your recovery codes': 'Salve seus códigos de recuperação',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    'Cada código substitui seu segundo fator uma vez. Guarde-os onde você os encontre sem o celular.',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'Entre no seu navegador. Depois copie o código que receber lá e volte.',
};
