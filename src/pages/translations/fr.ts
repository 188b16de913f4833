/** The pages' texts in French, by the English text. Names in braces are placeholders. */
export const fr: Readonly<Record<string, string>> = {
  'Sign in': 'Se connecter',
  'Sign out': 'Se déconnecter',
  'Terms of service': 'Conditions d’utilisation',
  'Privacy policy': 'Politique de confidentialité',
  Imprint: 'Mentions légales',
  'No organization here': 'Aucune organisation ici',
  'This server has no organization with this address. Check the address for typing errors.':
    'Aucune organisation de ce serveur n’a cette adresse. Vérifiez que l’adresse est correcte.',
  'Organization suspended': 'Organisation suspendue',
  'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.':
    'Cette organisation est suspendue. Rien n’est perdu. Demandez-en la raison à l’administrateur du serveur.',
  'Organization not available': 'Organisation indisponible',
  'This organization is not available at the moment. Try again in a minute.':
    'Cette organisation est indisponible pour le moment. Réessayez dans une minute.',
  'Setting up HTTPS': 'Mise en place de HTTPS',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'HTTPS pour <b>{domain}</b> démarre dès qu’une autorité de certification a confirmé le nom. Cela prend en général moins d’une minute. Cette page se recharge d’elle-même.',
  'If it takes longer, ask the server administrator to check the server’s log.':
    'Si cela dure plus longtemps, demandez à l’administrateur du serveur de consulter le journal.',
  'E-mail': 'E-mail',
  Password: 'Mot de passe',
  'Forgot your password?': 'Mot de passe oublié ?',
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.':
    'Vous ne pouvez pas vous connecter ici avec un mot de passe. Utilisez la page de connexion de votre organisation ou demandez un lien à un administrateur.',
  'Sign in as any user without a password': 'Se connecter sans mot de passe avec n’importe quel compte',
  'View without an account': 'Consulter sans compte',
  'You are signed in as <b>{name}</b> ({email}).': 'Vous êtes connecté en tant que <b>{name}</b> ({email}).',
  'Enter the e-mail address of your account. You’ll get a link to choose a new password.':
    'Saisissez l’adresse e-mail de votre compte. Vous recevrez un lien pour choisir un nouveau mot de passe.',
  'Send link': 'Envoyer le lien',
  'Back to sign-in': 'Retour à la connexion',
  'Check your e-mail': 'Consultez vos e-mails',
  'Ask for your link': 'Demandez votre lien',
  'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Si <b>{email}</b> correspond à un compte, un e-mail contenant un lien est en route. S’il n’arrive pas d’ici quelques minutes, vérifiez vos indésirables.',
  'The link is valid for 24 hours.': 'Le lien est valable 24 heures.',
  'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.':
    'Ce serveur n’envoie pas d’e-mails. Si <b>{email}</b> correspond à un compte, demandez votre lien à un propriétaire de l’organisation.',
  'New password': 'Nouveau mot de passe',
  '6 to 100 characters.': 'De 6 à 100 caractères.',
  'Repeat password': 'Répétez le mot de passe',
  'Request a new link on the sign-in page.': 'Demandez un nouveau lien sur la page de connexion.',
  'Choose a password': 'Choisissez un mot de passe',
  'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.':
    'Pour le compte de {name} ({email}). Tous les appareils devront se reconnecter, et la clé d’API change.',
  'Change password': 'Changer le mot de passe',
  'Password changed': 'Mot de passe changé',
  'Sign in with your new password.': 'Connectez-vous avec votre nouveau mot de passe.',
  'The passwords don’t match. Enter the same password twice.':
    'Les mots de passe ne correspondent pas. Saisissez deux fois le même.',
  'Fill in this field.': 'Remplissez ce champ.',
  'Enter at most {n} characters.': 'Saisissez {n} caractères au plus.',
  optional: 'facultatif',
  'Your username or password is incorrect': 'L’adresse e-mail ou le mot de passe est incorrect',
  'The password is too weak. Use 6 to 100 characters.':
    'Le mot de passe est trop faible. Utilisez de 6 à 100 caractères.',
  'Setup code': 'Code d’installation',
  'The server prints it when it starts, after “Set up”.': 'Le serveur l’affiche au démarrage, après « Set up ».',
  Organization: 'Organisation',
  'The name of your team, club or family. You can change it later.':
    'Le nom de votre équipe, club ou famille. Modifiable plus tard.',
  'Your name': 'Votre nom',
  'Used to sign in. No e-mail is sent.': 'Pour vous connecter. Aucun e-mail n’est envoyé.',
  'Set up your server': 'Configurez votre serveur',
  'You’ll be the owner of a new organization. You can change everything later.':
    'Vous serez propriétaire d’une nouvelle organisation. Tout est modifiable plus tard.',
  'Set up': 'Configurer',
  'Already set up': 'Déjà configuré',
  'This server already has an owner. Ask the owner for an invitation to join.':
    'Ce serveur a déjà un propriétaire. Demandez-lui une invitation pour le rejoindre.',
  'Shown to other people.': 'Affiché aux autres personnes.',
  'Used to sign in.': 'Pour vous connecter.',
  'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.':
    'Le lien a été utilisé, révoqué ou a expiré. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
  'Join {organization}': 'Rejoindre {organization}',
  '{inviter} invited you.': '{inviter} vous a invité.',
  '{inviter} invited you as a guest.': '{inviter} vous a invité en tant qu’invité.',
  'You’re already signed in as {name}. This creates another account.':
    'Vous êtes déjà connecté en tant que {name}. Ceci crée un autre compte.',
  'You’re already signed in as {name}. This is another account.':
    'Vous êtes déjà connecté en tant que {name}. Ceci est un autre compte.',
  'You get the account of <b>{name}</b> with your earlier messages.':
    'Vous recevez le compte de <b>{name}</b> avec vos anciens messages.',
  'Your account will use the address <b>{email}</b>.': 'Votre compte utilisera l’adresse <b>{email}</b>.',
  Continue: 'Continuer',
  Join: 'Rejoindre',
  'I already have an account': 'J’ai déjà un compte',
  'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.':
    'Un e-mail contenant un lien est en route vers <b>{email}</b>. S’il n’arrive pas d’ici quelques minutes, vérifiez vos indésirables.',
  'Invitation required': 'Invitation requise',
  'Ask a member of the organization to invite you.': 'Demandez à un membre de l’organisation de vous inviter.',
  'Enter your e-mail address. You’ll get a link to create your account.':
    'Saisissez votre adresse e-mail. Vous recevrez un lien pour créer votre compte.',
  'Create account': 'Créer un compte',
  'The confirmation link has expired or been deactivated.': 'Le lien de confirmation a expiré ou a été désactivé.',
  'This link is incomplete, or the account no longer exists.': 'Ce lien est incomplet, ou le compte n’existe plus.',
  'The invitation link has expired or is not valid.': 'Le lien d’invitation a expiré ou n’est pas valide.',
  'Account is deactivated.': 'Le compte est désactivé.',
  'Disposable email addresses are not allowed in this organization':
    'Les adresses e-mail jetables ne sont pas autorisées dans cette organisation',
  'Enter a valid email address.': 'Saisissez une adresse e-mail valide.',
  'Invalid characters in name!': 'Le nom contient des caractères non autorisés',
  'Name too long!': 'Le nom est trop long',
  'Name too short!': 'Le nom est trop court',
  'This code is no longer valid. Restart the server to get a new one.':
    'Ce code n’est plus valide. Redémarrez le serveur pour en obtenir un nouveau.',
  'This password is easy to guess. Choose another password.':
    'Ce mot de passe est facile à deviner. Choisissez-en un autre.',
  'Wrong code. Enter the code that the server printed when it started.':
    'Code incorrect. Saisissez le code affiché par le serveur à son démarrage.',
  'This password is too common. Choose another password.': 'Ce mot de passe est trop courant. Choisissez-en un autre.',
  'This link has been used or has expired.': 'Ce lien a été utilisé ou a expiré.',
  'This server is already set up.': 'Ce serveur est déjà configuré.',
  'This sign-in link has been used or has expired. Ask the administrator for a new one.':
    'Ce lien de connexion a été utilisé ou a expiré. Demandez-en un nouveau à l’administrateur.',
  'Unique names required in this organization.': 'Les noms doivent être uniques dans cette organisation.',
  'This link is no longer valid': 'Ce lien n’est plus valide',
  'Go to the start page': 'Aller à la page d’accueil',
  'Open chat': 'Ouvrir le chat',
  'Sign in to continue': 'Connectez-vous pour continuer',
  'Access denied': 'Accès refusé',
  'Page not found': 'Page introuvable',
  'The page may have been moved or deleted, or the link is incomplete.':
    'La page a été déplacée ou supprimée, ou le lien est incomplet.',
  'This page can’t be opened this way. Go to the start page.':
    'Cette page ne peut pas être ouverte ainsi. Allez à la page d’accueil.',
  'Too many requests': 'Trop de requêtes',
  'Your browser sent too many requests. Wait a minute, then try again.':
    'Votre navigateur a envoyé trop de requêtes. Attendez une minute, puis réessayez.',
  'Something went wrong': 'Une erreur s’est produite',
  'This is an error of the server. Try again, or ask the administrator to check the server’s log.':
    'C’est une erreur du serveur. Réessayez, ou demandez à l’administrateur de consulter le journal du serveur.',
  'Request failed': 'Échec de la requête',
  'Sign in to {organization}': 'Se connecter à {organization}',
  'This link signs in <b>{name}</b> ({email}) once.': 'Ce lien connecte <b>{name}</b> ({email}) une seule fois.',
  'Change your e-mail address again in your settings.': 'Changez à nouveau votre adresse e-mail dans vos paramètres.',
  'Confirm your new e-mail address': 'Confirmez votre nouvelle adresse e-mail',
  'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.':
    'Le compte de <b>{name}</b> utilisera <b>{address}</b> au lieu de {before} pour la connexion et les e-mails.',
  'Confirm address': 'Confirmer l’adresse',
  'E-mail address changed': 'Adresse e-mail changée',
  'Your account now uses the address <b>{address}</b>.': 'Votre compte utilise maintenant l’adresse <b>{address}</b>.',
  'Choose which e-mails you receive in your settings.': 'Choisissez dans vos paramètres les e-mails que vous recevez.',
  'Unsubscribe from these e-mails?': 'Se désabonner de ces e-mails ?',
  '{organization} will no longer send e-mails to <b>{email}</b> about what you missed while you were away.':
    '{organization} n’enverra plus d’e-mails à <b>{email}</b> sur les messages manqués.',
  '{organization} will no longer send e-mails to <b>{email}</b> about what happened while you were away for a week.':
    '{organization} n’enverra plus de résumés à <b>{email}</b>.',
  '{organization} will no longer send e-mails to <b>{email}</b> about new sign-ins to your account.':
    '{organization} n’enverra plus d’e-mails à <b>{email}</b> sur les nouvelles connexions à votre compte.',
  Unsubscribe: 'Se désabonner',
  Unsubscribed: 'Désabonnement effectué',
  'You’ll no longer receive e-mails about {what}. You can turn them on again in your settings.':
    'Vous ne recevrez plus ces e-mails. Vous pouvez les réactiver dans vos paramètres.',
  '{organization} is ready': '{organization} est prête',
  'You’re signed in as {name} ({email}), its owner.':
    'Vous êtes connecté en tant que {name} ({email}), propriétaire de l’organisation.',
  Phone: 'Téléphone',
  'Install the Zulip app, then enter or scan this address.':
    'Installez l’application Zulip, puis saisissez ou scannez cette adresse.',
  'This name only works on this computer. A phone needs the computer’s address in your network.':
    'Ce nom ne fonctionne que sur cet ordinateur. Un téléphone a besoin de l’adresse de l’ordinateur dans votre réseau.',
  'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'Les téléphones n’atteignent pas cette adresse, car le serveur n’accepte que les connexions de cet ordinateur. Démarrez-le avec <code>{command}</code> pour votre réseau, ou voyez « Adresse » plus bas.',
  'Invite people': 'Inviter des personnes',
  'Anyone with this link can join until {day}.': 'Toute personne ayant ce lien peut s’inscrire jusqu’au {day}.',
  'Anyone with this link can join.': 'Toute personne ayant ce lien peut s’inscrire.',
  'For now, it only works on this computer.': 'Pour l’instant, il ne fonctionne que sur cet ordinateur.',
  'Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Créez un lien dans le chat : <a href="/#organization/invitations/new">Inviter des personnes</a>.',
  'API access': 'Accès à l’API',
  'Show your API key': 'Afficher votre clé d’API',
  'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Enregistrez ceci dans <code>~/.zuliprc</code> pour les clients et bots de Zulip. Toute personne ayant cette clé peut agir en votre nom. Vous la trouverez aussi dans <a href="/#settings/account-and-privacy">Compte et confidentialité</a>.',
  'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.':
    'Vous trouverez votre clé d’API dans <a href="/#settings/account-and-privacy">Compte et confidentialité</a>. Lisez la <a href="/api">référence de l’API</a>.',
  'Next steps': 'Étapes suivantes',
  Address: 'Adresse',
  'To use your own domain with HTTPS:': 'Avec votre propre domaine et HTTPS :',
  Backup: 'Sauvegarde',
  'backs up while the server runs;': 'sauvegarde sans arrêter le serveur ;',
  'makes a backup every day': 'en fait une par jour',
  'Outgoing e-mail': 'E-mails sortants',
  'Optional:': 'Facultatif : avec',
  'sends invitations and missed messages by e-mail': 'les invitations et messages manqués sont envoyés par e-mail',
  'The address {origin} as a QR code': 'L’adresse {origin} en code QR',
  'The invitation link as a QR code': 'Le lien d’invitation en code QR',
  'E-mails are sent within seconds. These haven’t been sent yet.':
    'Les e-mails partent en quelques secondes. Ceux-ci n’ont pas encore été envoyés.',
  'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.':
    'Ce serveur n’envoie pas d’e-mails. Pour l’activer, indiquez un serveur de messagerie dans <code>KLATCH_SMTP_URL</code>. D’ici là, transmettez chaque lien à son destinataire.',
  'No e-mails are waiting to be sent.': 'Aucun e-mail en attente d’envoi.',
  '{n} older e-mails aren’t shown.': '{n} e-mails plus anciens ne sont pas affichés.',
  Invitation: 'Invitation',
  'Confirm e-mail address': 'Confirmation d’adresse e-mail',
  'Confirm new e-mail address': 'Confirmation de la nouvelle adresse e-mail',
  'New sign-in': 'Nouvelle connexion',
  'Account deactivated': 'Compte désactivé',
  Welcome: 'Bienvenue',
  'Export ready': 'Export prêt',
  'Missed messages': 'Messages manqués',
  Digest: 'Résumé',
  Test: 'Test',
  '{n} attempt': '{n} essai',
  '{n} attempts': '{n} essais',
  'Not delivered yet: {reason}': 'Pas encore remis : {reason}',
  'Couldn’t be delivered: {reason}': 'Non remis : {reason}',
  'Try again': 'Réessayer',
  Remove: 'Retirer',
  'Sign in as': 'Se connecter en tant que',
  'This is a temporary server. No password is needed.':
    'Ce serveur est temporaire. Aucun mot de passe n’est nécessaire.',
  'Sign in with a password': 'Se connecter avec un mot de passe',
  owner: 'propriétaire',
  administrator: 'administrateur',
  moderator: 'modérateur',
  member: 'membre',
  guest: 'invité',
  'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.':
    'Le compte {email} a été désactivé. Demandez à un administrateur de {organization} de le réactiver.',
  'You were signed out because your session ended. Sign in again.':
    'Vous avez été déconnecté car votre session est terminée. Reconnectez-vous.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'Un proxy à {from} transmet des requêtes à ce serveur, qui ne lui fait pas confiance. Tous les utilisateurs partagent une seule limite de requêtes, et les liens peuvent être erronés. Démarrez le serveur avec --behind-proxy={address}.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'Le proxy à {from} n’envoie pas X-Forwarded-For. Tous les utilisateurs partagent une seule limite de requêtes.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'Le proxy à {from} n’envoie pas X-Forwarded-Proto : le serveur ne distingue pas HTTPS de HTTP. Configurez le proxy pour l’envoyer, ou démarrez le serveur avec --public-url.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'Votre navigateur a ouvert {sent}, mais l’adresse de ce serveur est {known}. S’il est derrière un proxy, configurez le proxy pour envoyer X-Forwarded-Proto et X-Forwarded-Host, et démarrez le serveur avec --behind-proxy. Sinon, définissez --public-url.',
  'Continue with {provider}': 'Continuer avec {provider}',
  'Sign in again to confirm that it is you.': 'Reconnectez-vous pour confirmer que c’est bien vous.',
  'Go back to the app': 'Retour à l’application',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'Copiez ce code, puis retournez dans l’application Zulip. Le code est valable une minute.',
  Code: 'Code',
  'Copy the code': 'Copier le code',
  'Copied. Go back to the Zulip app now.': 'Copié. Retournez maintenant dans l’application Zulip.',
  'Continue in your browser': 'Continuer dans le navigateur',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'Connectez-vous avec {provider} dans votre navigateur. Copiez ensuite le code affiché et revenez ici.',
  'Open the browser again': 'Rouvrir le navigateur',
  'This version of the app is too old for that. Install the current one.':
    'Cette version de l’application est trop ancienne. Installez la version actuelle.',
  'You did not finish the sign-in.': 'Vous n’avez pas terminé la connexion.',
  'The sign-in with {provider} failed. Start again.': 'La connexion avec {provider} a échoué. Recommencez.',
  '{provider} does not answer. Try again later.': '{provider} ne répond pas. Réessayez plus tard.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'Cette connexion a été commencée dans un autre navigateur ou il y a plus de dix minutes. Recommencez.',
  '{provider} does not confirm your e-mail address.': '{provider} ne confirme pas votre adresse e-mail.',
  'No account here has your e-mail address.': 'Aucun compte ici n’a votre adresse e-mail.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'Aucun compte ici n’a votre adresse e-mail. Demandez une invitation pour rejoindre l’organisation.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'Le compte avec votre adresse e-mail appartient à une autre identité. Demandez à un administrateur.',
  'You signed out, or your sign-in was too long ago. Sign in and start again.':
    'Vous vous êtes déconnecté, ou votre connexion est trop ancienne. Connectez-vous et recommencez.',
  'This account at {provider} is linked to another user.': 'Ce compte chez {provider} est lié à une autre personne.',
  'You have linked another account at {provider}. Unlink it first.':
    'Vous avez lié un autre compte chez {provider}. Dissociez-le d’abord.',
  'The invitation is for another e-mail address.': 'L’invitation concerne une autre adresse e-mail.',
  'Password authentication is disabled in this organization':
    'La connexion par mot de passe est désactivée dans cette organisation',
  'Account is deactivated': 'Le compte est désactivé',
  'Use a passkey': 'Utiliser une clé d’accès',
  'Sign in with a passkey': 'Se connecter avec une clé d’accès',
  'Your device, or your password manager, has passkeys that you added in your settings here.':
    'Votre appareil ou votre gestionnaire de mots de passe a les clés d’accès que vous avez ajoutées dans vos paramètres ici.',
  'The passkey did not work. Try again.': 'La clé d’accès n’a pas fonctionné. Réessayez.',
  'This passkey is not known here.': 'Cette clé d’accès n’est pas connue ici.',
  'Confirm your sign-in': 'Confirmez votre connexion',
  'From your authenticator app, or a recovery code.':
    'De votre application d’authentification, ou un code de récupération.',
  'From your authenticator app.': 'De votre application d’authentification.',
  Confirm: 'Confirmer',
  'Protect your account': 'Protégez votre compte',
  '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.':
    '{organization} exige un second facteur. Scannez ce code avec une application d’authentification, comme Aegis, 1Password ou Google Authenticator.',
  'Or enter this secret there:': 'Ou saisissez-y ce secret :',
  'Protect the account': 'Protéger le compte',
  'This code is not correct, or it was used already.': 'Ce code n’est pas correct, ou il a déjà été utilisé.',
  'This sign-in has ended. Start again.': 'Cette connexion est terminée. Recommencez.',
  'Save your recovery codes': 'Conservez vos codes de récupération',
  'Each code replaces your second factor once. Keep them where you find them without your phone.':
    'Chaque code remplace une fois le second facteur. Gardez-les là où vous les trouverez sans votre téléphone.',
  'Sign in in your browser. Then copy the code that you get there, and come back.':
    'Connectez-vous dans votre navigateur. Copiez ensuite le code affiché et revenez ici.',
};
