/** The pages' texts in Spanish, by the English text. Names in braces are placeholders. */
export const es: Readonly<Record<string, string>> = {
  'Sign in': 'Iniciar sesión',
  'Sign out': 'Cerrar sesión',
  'Terms of service': 'Términos del servicio',
  'Privacy policy': 'Política de privacidad',
  Imprint: 'Aviso legal',
  'No organization here': 'Aquí no hay ninguna organización',
  'This server has no organization with this address. Check the address for typing errors.':
    'Este servidor no tiene ninguna organización con esta dirección. Comprueba que esté bien escrita.',
  'Organization suspended': 'Organización suspendida',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'Esta organización está suspendida. No se ha perdido nada. Pregunta el motivo al administrador del servidor.',
  'Organization not available': 'Organización no disponible',
  'This organization is not available at the moment. Try again in a minute.':
    'Esta organización no está disponible en este momento. Inténtalo de nuevo dentro de un minuto.',
  'Setting up HTTPS': 'Configurando HTTPS',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'HTTPS para <b>{domain}</b> empezará en cuanto una autoridad de certificación haya confirmado el nombre. Suele tardar menos de un minuto. Esta página se recarga sola.',
  'If it takes longer, ask the server administrator to check the server’s log.':
    'Si tarda más, pide al administrador del servidor que revise el registro del servidor.',
  'E-mail': 'Correo',
  Password: 'Contraseña',
  'Forgot your password?': '¿Olvidaste tu contraseña?',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'Aquí no puedes iniciar sesión con una contraseña. Usa la página de inicio de sesión de tu organización o pide un enlace a un administrador.',
  'Sign in as any user without a password': 'Iniciar sesión como cualquier usuario sin contraseña',
  'View without an account': 'Ver sin una cuenta',
  'You are signed in as <b>{name}</b> ({email}).': 'Has iniciado sesión como <b>{name}</b> ({email}).',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'Introduce la dirección de correo de tu cuenta. Recibirás un enlace para elegir una contraseña nueva.',
  'Send link': 'Enviar enlace',
  'Back to sign-in': 'Volver al inicio de sesión',
  'Check your e-mail': 'Revisa tu correo',
  'Ask for your link': 'Pide tu enlace',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Si <b>{email}</b> pertenece a una cuenta, un correo con un enlace está en camino. Si no llega en unos minutos, revisa tu carpeta de spam.',
  'The link is valid for 24 hours.': 'El enlace es válido durante 24 horas.',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'Este servidor no envía correos. Si <b>{email}</b> pertenece a una cuenta, pide tu enlace a un propietario de la organización.',
  'New password': 'Contraseña nueva',
  '6 to 100 characters.': 'De 6 a 100 caracteres.',
  'Repeat password': 'Repite la contraseña',
  'Request a new link on the sign-in page.': 'Pide un enlace nuevo en la página de inicio de sesión.',
  'Choose a password': 'Elige una contraseña',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    'Para la cuenta de {name} ({email}). Todos los dispositivos tendrán que iniciar sesión de nuevo y la clave de API cambiará.',
  'Change password': 'Cambiar contraseña',
  'Password changed': 'Contraseña cambiada',
  'Sign in with your new password.': 'Inicia sesión con tu contraseña nueva.',
  'The passwords don’t match. Enter the same password twice.':
    'Las contraseñas no coinciden. Introduce la misma contraseña dos veces.',
  'Fill in this field.': 'Rellena este campo.',
  'Enter at most {n} characters.': 'Introduce como máximo {n} caracteres.',
  optional: 'opcional',
  'Your username or password is incorrect': 'Tu nombre de usuario o contraseña no es correcto',
  'The password is too weak. Use 6 to 100 characters.': 'La contraseña es demasiado débil. Usa de 6 a 100 caracteres.',
  'Setup code': 'Código de instalación',
  'The server prints it when it starts, after “Set up”.': 'El servidor lo muestra al arrancar, después de «Set up».',
  Organization: 'Organización',
  'The name of your team, club or family. You can change it later.':
    'El nombre de tu equipo, club o familia. Puedes cambiarlo más tarde.',
  'Your name': 'Tu nombre',
  'Used to sign in. No e-mail is sent.': 'Se usa para iniciar sesión. No se envía ningún correo.',
  'Set up your server': 'Configura tu servidor',
  'You’ll be the owner of a new organization. You can change everything later.':
    'Serás el propietario de una organización nueva. Puedes cambiarlo todo más tarde.',
  'Set up': 'Configurar',
  'Already set up': 'Ya está configurado',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'Este servidor ya tiene un propietario. Pídele una invitación para unirte.',
  'Shown to other people.': 'Se muestra a las demás personas.',
  'Used to sign in.': 'Se usa para iniciar sesión.',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'El enlace ya se usó, se revocó o ha caducado. Pide uno nuevo a quien te lo envió.',
  'Join {organization}': 'Unirse a {organization}',
  '{inviter} invited you.': '{inviter} te ha invitado.',
  '{inviter} invited you as a guest.': '{inviter} te ha invitado como invitado.',
  'You’re already signed in as {name}. This creates another account.':
    'Ya has iniciado sesión como {name}. Esto crea otra cuenta.',
  'You’re already signed in as {name}. This is another account.':
    'Ya has iniciado sesión como {name}. Esta es otra cuenta.',
  'You get the account of <b>{name}</b> with your earlier messages.':
    'Recibirás la cuenta de <b>{name}</b> con tus mensajes anteriores.',
  'Your account will use the address <b>{email}</b>.': 'Tu cuenta usará la dirección <b>{email}</b>.',
  Continue: 'Continuar',
  Join: 'Unirse',
  'I already have an account': 'Ya tengo una cuenta',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Un correo con un enlace está en camino a <b>{email}</b>. Si no llega en unos minutos, revisa tu carpeta de spam.',
  'Invitation required': 'Se necesita una invitación',
  'Ask a member of the organization to invite you.': 'Pide a un miembro de la organización que te invite.',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'Introduce tu dirección de correo. Recibirás un enlace para crear tu cuenta.',
  'Create account': 'Crear cuenta',
  'The confirmation link has expired or been deactivated.':
    'El enlace de confirmación ha caducado o se ha desactivado.',
  'This link is incomplete, or the account no longer exists.': 'Este enlace está incompleto o la cuenta ya no existe.',
  'The invitation link has expired or is not valid.': 'El enlace de invitación ha caducado o no es válido.',
  'Account is deactivated.': 'La cuenta está desactivada.',
  'Disposable email addresses are not allowed in this organization':
    'En esta organización no se permiten direcciones de correo desechables',
  'Enter a valid email address.': 'Introduce una dirección de correo válida.',
  'Invalid characters in name!': '¡El nombre contiene caracteres no válidos!',
  'Name too long!': '¡El nombre es demasiado largo!',
  'Name too short!': '¡El nombre es demasiado corto!',
  'This code is no longer valid. Restart the server to get a new one.':
    'Este código ya no es válido. Reinicia el servidor para obtener uno nuevo.',
  'This password is easy to guess. Choose another password.':
    'Esta contraseña es fácil de adivinar. Elige otra contraseña.',
  'Wrong code. Enter the code that the server printed when it started.':
    'Código incorrecto. Introduce el código que el servidor mostró al arrancar.',
  'This password is too common. Choose another password.': 'Esta contraseña es demasiado común. Elige otra contraseña.',
  'This link has been used or has expired.': 'Este enlace ya se usó o ha caducado.',
  'This server is already set up.': 'Este servidor ya está configurado.',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'Este enlace de inicio de sesión ya se usó o ha caducado. Pide uno nuevo al administrador.',
  'Unique names required in this organization.': 'En esta organización los nombres deben ser únicos.',
  'This link is no longer valid': 'Este enlace ya no es válido',
  'Go to the start page': 'Ir a la página de inicio',
  'Open chat': 'Abrir el chat',
  'Sign in to continue': 'Inicia sesión para continuar',
  'Access denied': 'Acceso denegado',
  'Page not found': 'Página no encontrada',
  'The page may have been moved or deleted, or the link is incomplete.':
    'Puede que la página se haya movido o eliminado, o que el enlace esté incompleto.',
  'This page can’t be opened this way. Go to the start page.':
    'Esta página no se puede abrir así. Ve a la página de inicio.',
  'Too many requests': 'Demasiadas solicitudes',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'Tu navegador envió demasiadas solicitudes. Espera un minuto e inténtalo de nuevo.',
  'Something went wrong': 'Algo salió mal',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'Es un error del servidor. Inténtalo de nuevo o pide al administrador que revise el registro del servidor.',
  'Request failed': 'La solicitud falló',
  'Sign in to {organization}': 'Iniciar sesión en {organization}',
  'This link signs in <b>{name}</b> ({email}) once.': 'Este enlace inicia sesión una vez como <b>{name}</b> ({email}).',
  'Change your e-mail address again in your settings.': 'Cambia tu dirección de correo de nuevo en tus ajustes.',
  'Confirm your new e-mail address': 'Confirma tu nueva dirección de correo',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    'La cuenta de <b>{name}</b> usará <b>{address}</b> en lugar de {before} para iniciar sesión y para los correos.',
  'Confirm address': 'Confirmar dirección',
  'E-mail address changed': 'Dirección de correo cambiada',
  'Your account now uses the address <b>{address}</b>.': 'Tu cuenta usa ahora la dirección <b>{address}</b>.',
  'Choose which e-mails you receive in your settings.': 'Elige en tus ajustes qué correos recibes.',
  'Unsubscribe from these e-mails?': '¿Cancelar la suscripción a estos correos?',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    '{organization} ya no enviará correos a <b>{email}</b> sobre lo que te perdiste mientras no estabas.',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    '{organization} ya no enviará correos a <b>{email}</b> sobre lo que pasó mientras estuviste fuera una semana.',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    '{organization} ya no enviará correos a <b>{email}</b> sobre nuevos inicios de sesión en tu cuenta.',
  Unsubscribe: 'Cancelar suscripción',
  Unsubscribed: 'Suscripción cancelada',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'Ya no recibirás estos correos. Puedes volver a activarlos en tus ajustes.',
  '{organization} is ready': '{organization} está lista',
  'You’re signed in as {name} ({email}), its owner.': 'Has iniciado sesión como {name} ({email}), su propietario.',
  Phone: 'Teléfono',
  'Install the Zulip app, then enter or scan this address.':
    'Instala la aplicación de Zulip e introduce o escanea esta dirección.',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'Este nombre solo funciona en este ordenador. Un teléfono necesita la dirección del ordenador en tu red.',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'Los teléfonos no pueden acceder a esta dirección, porque el servidor solo acepta conexiones de este ordenador. Inícialo con <code>{command}</code> para tu red o consulta «Dirección» más abajo.',
  'Invite people': 'Invitar a personas',
  'Anyone with this link can join until {day}.': 'Cualquiera con este enlace puede unirse hasta {day}.',
  'Anyone with this link can join.': 'Cualquiera con este enlace puede unirse.',
  'For now, it only works on this computer.': 'Por ahora solo funciona en este ordenador.',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Crea un enlace en el chat: <a href="/#organization/invitations/new">Invitar a personas</a>.',
  'API access': 'Acceso a la API',
  'Show your API key': 'Mostrar tu clave de API',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Guarda esto como <code>~/.zuliprc</code> para los clientes y bots de Zulip. Cualquiera con esta clave puede actuar en tu nombre. También la encontrarás en <a href="/#settings/account-and-privacy">Cuenta y privacidad</a>.',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'Encontrarás tu clave de API en <a href="/#settings/account-and-privacy">Cuenta y privacidad</a>. Lee la <a href="/api">referencia de la API</a>.',
  'Next steps': 'Próximos pasos',
  Address: 'Dirección',
  'To use your own domain with HTTPS:': 'Para usar tu propio dominio con HTTPS:',
  Backup: 'Copia de seguridad',
  'backs up while the server runs;': 'hace una copia de seguridad con el servidor en marcha;',
  'makes a backup every day': 'hace una cada día',
  'Outgoing e-mail': 'Correo saliente',
  'Optional:': 'Opcional:',
  'sends invitations and missed messages by e-mail': 'envía invitaciones y mensajes perdidos por correo',
  'The address {origin} as a QR code': 'La dirección {origin} como código QR',
  'The invitation link as a QR code': 'El enlace de invitación como código QR',
  'E-mails are sent within seconds. These haven’t been sent yet.':
    'Los correos se envían en cuestión de segundos. Estos aún no se han enviado.',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'Este servidor no envía correos. Para activarlo, indica un servidor de correo en <code>KLATCH_SMTP_URL</code>. Hasta entonces, pasa cada enlace a su destinatario.',
  'No e-mails are waiting to be sent.': 'No hay correos pendientes de envío.',
  '{n} older e-mails aren’t shown.': '{n} correos más antiguos no se muestran.',
  Invitation: 'Invitación',
  'Confirm e-mail address': 'Confirmar dirección de correo',
  'Confirm new e-mail address': 'Confirmar nueva dirección de correo',
  'New sign-in': 'Nuevo inicio de sesión',
  'Account deactivated': 'Cuenta desactivada',
  Welcome: 'Bienvenida',
  'Export ready': 'Exportación lista',
  'Missed messages': 'Mensajes perdidos',
  Digest: 'Resumen',
  Test: 'Prueba',
  '{n} attempt': '{n} intento',
  '{n} attempts': '{n} intentos',
  'Not delivered yet: {reason}': 'Aún no entregado: {reason}',
  'Couldn’t be delivered: {reason}': 'No se pudo entregar: {reason}',
  'Try again': 'Intentar de nuevo',
  Remove: 'Quitar',
  'Sign in as': 'Iniciar sesión como',
  'This is a temporary server. No password is needed.': 'Este es un servidor temporal. No se necesita contraseña.',
  'Sign in with a password': 'Iniciar sesión con contraseña',
  owner: 'propietario',
  administrator: 'administrador',
  moderator: 'moderador',
  member: 'miembro',
  guest: 'invitado',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'La cuenta {email} se desactivó. Pide a un administrador de {organization} que la reactive.',
  'You were signed out because your session ended. Sign in again.':
    'Se cerró tu sesión porque había terminado. Inicia sesión de nuevo.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'Un proxy en {from} reenvía solicitudes a este servidor, que no confía en él. Todos los usuarios comparten un mismo límite de solicitudes y los enlaces pueden ser erróneos. Inicia el servidor con --behind-proxy={address}.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'El proxy en {from} no envía X-Forwarded-For. Todos los usuarios comparten un mismo límite de solicitudes.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'El proxy en {from} no envía X-Forwarded-Proto: el servidor no puede distinguir HTTPS de HTTP. Configura el proxy para que lo envíe o inicia el servidor con --public-url.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'Tu navegador abrió {sent}, pero la dirección de este servidor es {known}. Si está detrás de un proxy, configúralo para que envíe X-Forwarded-Proto y X-Forwarded-Host, e inicia el servidor con --behind-proxy. Si no, define --public-url.',
  'Continue with {provider}': 'Continuar con {provider}',
  'Sign in again to confirm that it is you.': 'Inicia sesión de nuevo para confirmar que eres tú.',
  'Go back to the app': 'Volver a la aplicación',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'Copia este código y vuelve a la aplicación de Zulip. El código es válido durante un minuto.',
  Code: 'Código',
  'Copy the code': 'Copiar el código',
  'Copied. Go back to the Zulip app now.': 'Copiado. Vuelve ahora a la aplicación de Zulip.',
  'Continue in your browser': 'Continúa en tu navegador',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'Inicia sesión con {provider} en tu navegador. Luego copia el código que recibas allí y vuelve.',
  'Open the browser again': 'Abrir de nuevo el navegador',
  'This version of the app is too old for that. Install the current one.':
    'Esta versión de la aplicación es demasiado antigua para eso. Instala la actual.',
  'You did not finish the sign-in.': 'No terminaste de iniciar sesión.',
  'The sign-in with {provider} failed. Start again.': 'El inicio de sesión con {provider} falló. Empieza de nuevo.',
  '{provider} does not answer. Try again later.': '{provider} no responde. Inténtalo de nuevo más tarde.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'Este inicio de sesión se empezó en otro navegador o hace más de diez minutos. Empieza de nuevo.',
  '{provider} does not confirm your e-mail address.': '{provider} no confirma tu dirección de correo.',
  'No account here has your e-mail address.': 'Ninguna cuenta de aquí tiene tu dirección de correo.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'Ninguna cuenta de aquí tiene tu dirección de correo. Para unirte, pide una invitación.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'La cuenta con tu dirección de correo pertenece a otra identidad. Pregunta a un administrador.',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'Cerraste la sesión o la iniciaste hace demasiado tiempo. Inicia sesión y empieza de nuevo.',
  'This account at {provider} is linked to another user.': 'Esta cuenta de {provider} está vinculada a otro usuario.',
  'You have linked another account at {provider}. Unlink it first.':
    'Has vinculado otra cuenta de {provider}. Desvincúlala primero.',
  'The invitation is for another e-mail address.': 'La invitación es para otra dirección de correo.',
  'Password authentication is disabled in this organization':
    'El inicio de sesión con contraseña está desactivado en esta organización',
  'Account is deactivated': 'La cuenta está desactivada',
  'Use a passkey': 'Usar una clave de acceso',
  'Sign in with a passkey': 'Iniciar sesión con una clave de acceso',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'Tu dispositivo o tu gestor de contraseñas tiene claves de acceso que añadiste aquí en tus ajustes.',
  'The passkey did not work. Try again.': 'La clave de acceso no funcionó. Inténtalo de nuevo.',
  'This passkey is not known here.': 'Esta clave de acceso no se conoce aquí.',
  'Confirm your sign-in': 'Confirma tu inicio de sesión',
  'From your authenticator app, or a recovery code.': 'De tu aplicación de autenticación, o un código de recuperación.',
  'From your authenticator app.': 'De tu aplicación de autenticación.',
  Confirm: 'Confirmar',
  'Protect your account': 'Protege tu cuenta',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    '{organization} exige un segundo factor. Escanea este código con una aplicación de autenticación, como Aegis, 1Password o Google Authenticator.',
  'Or enter this secret there:': 'O introduce allí este secreto:',
  'Protect the account': 'Proteger la cuenta',
  'This code is not correct, or it was used already.': 'Este código no es correcto o ya se usó.',
  'This sign-in has ended. Start again.': 'Este inicio de sesión ha terminado. Empieza de nuevo.',
  'Save your recovery codes': 'Guarda tus códigos de recuperación',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    'Cada código sustituye una vez a tu segundo factor. Guárdalos donde los encuentres sin el teléfono.',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'Inicia sesión en tu navegador. Luego copia el código que recibas allí y vuelve.',
};
