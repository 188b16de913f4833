/** The pages' texts in French, by the English text. Names in braces are placeholders. */
export const fr: Readonly<Record<string, string>> = {
  'Sign in': 'Se connecter',
  'Sign out': 'Se déconnecter',
  'This server is getting its certificate': 'Ce serveur est en train d’obtenir son certificat',
  'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.':
    'HTTPS pour <b>{domain}</b> démarre dès qu’une autorité de certification a confirmé le nom. Cela prend en général moins d’une minute. Cette page se recharge d’elle-même.',
  'If it takes longer, the server’s log says why. The administrator of this server can look there.':
    'Si cela dure plus longtemps, le journal du serveur en indique la raison. L’administrateur de ce serveur peut le consulter.',
  'E-mail': 'E-mail',
  Password: 'Mot de passe',
  'Forgot your password?': 'Mot de passe oublié ?',
  'Sign in as anybody, without a password': 'Se connecter comme n’importe qui, sans mot de passe',
  'Look around without an account': 'Regarder sans compte',
  'You are signed in as <b>{name}</b> ({email}).': 'Vous êtes connecté comme <b>{name}</b> ({email}).',
  'Say which account it is about. With the link you get, you choose another password.':
    'Dites de quel compte il s’agit. Avec le lien reçu, vous choisirez un autre mot de passe.',
  'Send me a link': 'Envoyez-moi un lien',
  'Back to signing in': 'Retour à la connexion',
  'Look into your mailbox': 'Regardez votre messagerie',
  'Ask for your link': 'Demandez votre lien',
  'If <b>{email}</b> belongs to an account here, a mail with a link is on its way. It may take some minutes, and it may be among the spam.':
    'Si <b>{email}</b> correspond à un compte d’ici, un e-mail avec un lien est en route. Cela peut prendre quelques minutes, et il peut être dans les indésirables.',
  'The link holds for a day.': 'Le lien est valable un jour.',
  'This server sends no mail. If <b>{email}</b> belongs to an account here, an owner of the organization can now see your link and pass it on to you: ask them.':
    'Ce serveur n’envoie pas d’e-mails. Si <b>{email}</b> correspond à un compte d’ici, un propriétaire de l’organisation peut maintenant voir votre lien et vous le donner : demandez-lui.',
  'New password': 'Nouveau mot de passe',
  '6 to 100 characters.': 'De 6 à 100 caractères.',
  'Once more': 'Encore une fois',
  'You can ask for another where you sign in.': 'Vous pouvez en demander un autre là où vous vous connectez.',
  'Choose a password': 'Choisissez un mot de passe',
  'For the account of {name} ({email}). All its devices will have to sign in again, and its API key changes.':
    'Pour le compte de {name} ({email}). Tous ses appareils devront se reconnecter, et sa clé d’API change.',
  'Use this password': 'Utiliser ce mot de passe',
  'You have a new password': 'Vous avez un nouveau mot de passe',
  'Sign in with it from now on.': 'Connectez-vous désormais avec celui-ci.',
  'This is not the same password.': 'Ce n’est pas le même mot de passe.',
  'Please fill this in.': 'Veuillez remplir ce champ.',
  'At most {n} characters.': '{n} caractères au plus.',
  optional: 'facultatif',
  'Your username or password is incorrect': 'L’e-mail ou le mot de passe est incorrect',
  'The password is too weak. Use 6 to 100 characters.':
    'Le mot de passe est trop faible. Choisissez de 6 à 100 caractères.',
  'Set-up code': 'Code d’installation',
  'Printed where the server was started, after “Set up”.': 'Affiché là où le serveur a été lancé, après « Set up ».',
  Organization: 'Organisation',
  'Your team, club or family. You can change it later.': 'Votre équipe, club ou famille. Modifiable plus tard.',
  'Your name': 'Votre nom',
  'To sign in with. No mail is sent.': 'Pour se connecter. Aucun e-mail n’est envoyé.',
  'Set up your server': 'Installez votre serveur',
  'This makes you the owner of a new organization. Everything can be changed later.':
    'Vous devenez propriétaire d’une nouvelle organisation. Tout peut être changé plus tard.',
  'Set up': 'Installer',
  'Already set up': 'Déjà installé',
  'This server has an owner. To join, ask for an invitation.':
    'Ce serveur a déjà un propriétaire. Pour rejoindre, demandez une invitation.',
  'As the others will see it.': 'Tel que les autres le verront.',
  'To sign in with.': 'Pour se connecter.',
  'It was used, taken back, or is too old. Ask whoever gave it to you for another one.':
    'Il a été utilisé, retiré, ou est trop ancien. Demandez-en un autre à qui vous l’a donné.',
  'Join {organization}': 'Rejoindre {organization}',
  '{inviter} has invited you.': '{inviter} vous a invité.',
  '{inviter} has invited you as a guest.': '{inviter} vous a invité à titre d’invité.',
  'You are signed in as {name} already; this makes another account.':
    'Vous êtes déjà connecté comme {name} ; ceci crée un autre compte.',
  'Your account will have the address <b>{email}</b>.': 'Votre compte aura l’adresse <b>{email}</b>.',
  'Go on': 'Continuer',
  Join: 'Rejoindre',
  'I have an account': 'J’ai un compte',
  'A mail with a link is on its way to <b>{email}</b>. It may take some minutes, and it may be among the spam.':
    'Un e-mail avec un lien est en route vers <b>{email}</b>. Cela peut prendre quelques minutes, et il peut être dans les indésirables.',
  'By invitation only': 'Sur invitation seulement',
  'To join, ask for an invitation.': 'Pour participer, demandez une invitation.',
  'Say which address is yours. With the link you get, you make your account.':
    'Dites quelle est votre adresse. Avec le lien que vous recevrez, vous créerez votre compte.',
  'Make an account': 'Créer un compte',
  'The confirmation link has expired or been deactivated.': 'Le lien de confirmation a expiré ou n’est plus valable.',
  'This link is not whole, or the account is gone.': 'Ce lien n’est pas complet, ou le compte n’existe plus.',
  'The invitation link has expired or is not valid.': 'Le lien d’invitation a expiré ou n’est pas valable.',
  'Account is deactivated.': 'Le compte est désactivé.',
  'Disposable email addresses are not allowed in this organization':
    'Les adresses jetables ne sont pas permises dans cette organisation',
  'Enter a valid email address.': 'Indiquez une adresse e-mail valable.',
  'Invalid characters in name!': 'Caractères non valables dans le nom',
  'Name too long!': 'Le nom est trop long',
  'Name too short!': 'Le nom est trop court',
  'This code is no longer valid. Start the server again: it prints a new one.':
    'Ce code n’est plus valable. Relancez le serveur : il en affiche un nouveau.',
  'This is known to everybody who knows you. Choose another password.':
    'Tous ceux qui vous connaissent le savent. Choisissez un autre mot de passe.',
  'This is not the code. It is printed where the server was started.':
    'Ce n’est pas le code. Il est affiché là où le serveur a été lancé.',
  'This is what everybody tries first. Choose another password.':
    'C’est ce que tout le monde essaie d’abord. Choisissez un autre mot de passe.',
  'This link has been used, or it is older than a day.': 'Ce lien a été utilisé, ou a plus d’un jour.',
  'This server has been set up already.': 'Ce serveur est déjà installé.',
  'This sign-in link has been used or has expired. The administrator can make another.':
    'Ce lien de connexion a été utilisé ou a expiré. L’administrateur peut en faire un autre.',
  'Unique names required in this organization.': 'Les noms doivent être uniques dans cette organisation.',
  'This link has come to its end': 'Ce lien n’est plus valable',
  'To the start page': 'Vers la page d’accueil',
  'To the chat': 'Vers la discussion',
  'Please sign in': 'Veuillez vous connecter',
  'No access': 'Pas d’accès',
  'Nothing here': 'Rien ici',
  'There is nothing at this address. It may have been moved or deleted, or the link is not whole.':
    'Il n’y a rien à cette adresse. Cela a pu être déplacé ou supprimé, ou le lien est incomplet.',
  'This address does not take what your browser sent.': 'Cette adresse n’accepte pas ce que votre navigateur a envoyé.',
  'Too many requests': 'Trop de demandes',
  'Your browser asked too often. Wait a minute, then try again.':
    'Votre navigateur a demandé trop souvent. Attendez une minute, puis réessayez.',
  'Something went wrong': 'Quelque chose a échoué',
  'This is a mistake of the server. Its log says more; the administrator can look there.':
    'C’est une erreur du serveur. Son journal en dit plus ; l’administrateur peut y regarder.',
  'This did not work': 'Cela n’a pas marché',
  'Sign in to {organization}': 'Se connecter à {organization}',
  'This link signs <b>{name}</b> ({email}) in, once.': 'Ce lien connecte <b>{name}</b> ({email}), une fois.',
  'You can ask for the new address once more in your settings.':
    'Vous pouvez redemander la nouvelle adresse dans vos paramètres.',
  'Your new address': 'Votre nouvelle adresse',
  'The account of <b>{name}</b> gets the address <b>{address}</b> instead of {before}: to sign in with, and for mail.':
    'Le compte de <b>{name}</b> reçoit l’adresse <b>{address}</b> au lieu de {before} : pour se connecter, et pour les e-mails.',
  'Use this address': 'Utiliser cette adresse',
  'Your address has changed': 'Votre adresse a changé',
  'Your account has the address <b>{address}</b> now.': 'Votre compte a maintenant l’adresse <b>{address}</b>.',
  'You can choose what you get mail about in your settings.':
    'Dans vos paramètres, vous choisissez de quoi on vous écrit.',
  'No more of these mails?': 'Plus de ces e-mails ?',
  '{organization} would write to <b>{email}</b> no more about what you missed while you were away.':
    '{organization} n’écrirait plus à <b>{email}</b> sur ce que vous avez manqué.',
  '{organization} would write to <b>{email}</b> no more about what happened while you were not here for a week.':
    '{organization} n’écrirait plus à <b>{email}</b> sur ce qui s’est passé en votre absence.',
  '{organization} would write to <b>{email}</b> no more about new sign-ins to your account.':
    '{organization} n’écrirait plus à <b>{email}</b> sur les nouvelles connexions à votre compte.',
  'Stop these mails': 'Arrêter ces e-mails',
  'As you wish': 'Comme vous voulez',
  'You get no more mails about {what}. In your settings you can have them again.':
    'Vous ne recevez plus ces e-mails. Dans vos paramètres vous pouvez les rétablir.',
  '{organization} is ready': '{organization} est prêt',
  'Signed in as {name} ({email}), its owner.': 'Connecté comme {name} ({email}), propriétaire de l’organisation.',
  'Open the chat': 'Ouvrir la discussion',
  Phone: 'Téléphone',
  'Install the Zulip app and give it this address, or scan it.':
    'Installez l’application Zulip et donnez-lui cette adresse, ou scannez-la.',
  'This is the computer’s name for itself. A phone needs the one it has in your network.':
    'C’est le nom que l’ordinateur se donne. Un téléphone a besoin de celui qu’il a dans votre réseau.',
  'A phone cannot reach this address: the server listens for this computer alone. Start it with <code>{command}</code> for your network, or see “Address” below.':
    'Un téléphone n’atteint pas cette adresse : le serveur n’écoute que cet ordinateur. Démarrez-le avec <code>{command}</code> pour votre réseau, ou voyez « Adresse » plus bas.',
  'Invite people': 'Inviter du monde',
  'Whoever has this link can join until {day}.': 'Qui a ce lien peut nous rejoindre jusqu’au {day}.',
  'Whoever has this link can join.': 'Qui a ce lien peut nous rejoindre.',
  'For now on this computer alone.': 'Pour l’instant sur cet ordinateur seulement.',
  'Make a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.':
    'Créez un lien dans le chat : <a href="/#organization/invitations/new">Inviter des personnes</a>.',
  'For programs': 'Pour les programmes',
  'Show your API key': 'Montrer votre clé d’API',
  'Saved as <code>~/.zuliprc</code>, Zulip’s clients and bots read it. Whoever has the key can do what you can. It is also in the chat: <a href="/#settings/account-and-privacy">Account and privacy</a>.':
    'Enregistrée dans <code>~/.zuliprc</code>, les programmes et robots pour Zulip la lisent. Qui a la clé peut tout ce que vous pouvez. Elle est aussi dans le chat : <a href="/#settings/account-and-privacy">Compte et vie privée</a>.',
  'Your API key is in the chat: <a href="/#settings/account-and-privacy">Account and privacy</a>. The API itself: <a href="/api">reference</a>.':
    'Votre clé d’API est dans le chat : <a href="/#settings/account-and-privacy">Compte et vie privée</a>. L’API elle-même : <a href="/api">référence</a>.',
  'When you have a minute': 'Quand vous aurez une minute',
  Address: 'Adresse',
  'With a name of its own and HTTPS:': 'Avec un nom à elle et HTTPS :',
  Backup: 'Sauvegarde',
  ', while it runs;': ', sans l’arrêter ;',
  'makes one a day': 'en fait une par jour',
  Mail: 'Courriel',
  'Optional:': 'Facultatif : avec',
  'has invitations and missed messages mailed': 'invitations et messages manqués partent par courriel',
  'The address {origin} as a QR code': 'L’adresse {origin} en code QR',
  'The invitation link as a QR code': 'Le lien d’invitation en code QR',
  'What is sent leaves within seconds. Here is what has not.':
    'Ce qui est envoyé part en quelques secondes. Voici ce qui n’est pas parti.',
  'This server sends no mail yet: <code>KLATCH_SMTP_URL</code> names a mail server. Until then, pass these links on yourself, each to the one it is for.':
    'Ce serveur n’envoie pas encore de courriel : <code>KLATCH_SMTP_URL</code> nomme un serveur de messagerie. D’ici là, transmettez vous-même ces liens, chacun à la personne qu’il concerne.',
  'Nothing waits.': 'Rien n’attend.',
  '{n} older ones are not shown.': '{n} plus anciens ne sont pas montrés.',
  Invitation: 'Invitation',
  'Confirmation of an address': 'Confirmation d’une adresse',
  'Confirmation of a new address': 'Confirmation d’une nouvelle adresse',
  'Notice of a new address': 'Avis d’une nouvelle adresse',
  'Notice of a new password': 'Avis d’un nouveau mot de passe',
  'Notice of a sign-in': 'Avis d’une connexion',
  'Notice of a deactivation': 'Avis d’une désactivation',
  Welcome: 'Bienvenue',
  'Notice of an export': 'Avis d’un export',
  'Missed messages': 'Messages manqués',
  Digest: 'Résumé',
  Test: 'Essai',
  'tried {n} time': '{n} essai',
  'tried {n} times': '{n} essais',
  'Not yet taken: {reason}': 'Pas encore accepté : {reason}',
  'Given up: {reason}': 'Abandonné : {reason}',
  'Try once more': 'Réessayer',
  Remove: 'Retirer',
  'Sign in as': 'Se connecter comme',
  'A throw-away server: nobody needs a password.': 'Un serveur jetable : personne n’a besoin de mot de passe.',
  'Sign in with a password': 'Se connecter avec un mot de passe',
  owner: 'propriétaire',
  administrator: 'administrateur',
  moderator: 'modérateur',
  member: 'membre',
  guest: 'invité',
  'The account {email} has been deactivated. Whoever runs {organization} can bring it back.':
    'Le compte {email} a été désactivé. L’administration de {organization} peut le rétablir.',
  'You were signed out here: your session has ended.': 'Vous avez été déconnecté ici : votre session est terminée.',
  'A proxy at {from} forwards requests to this server, which does not trust it. All users share one rate limit, and links may be wrong. Start the server with --behind-proxy={address}.':
    'Un proxy à {from} transmet des requêtes à ce serveur, qui ne lui fait pas confiance. Tous les utilisateurs partagent une seule limite de requêtes, et les liens peuvent être erronés. Démarrez le serveur avec --behind-proxy={address}.',
  'The proxy at {from} does not send X-Forwarded-For. All users share one rate limit.':
    'Le proxy à {from} n’envoie pas X-Forwarded-For. Tous les utilisateurs partagent une seule limite de requêtes.',
  'The proxy at {from} does not send X-Forwarded-Proto: the server cannot tell HTTPS from HTTP. Configure the proxy to send it, or start the server with --public-url.':
    'Le proxy à {from} n’envoie pas X-Forwarded-Proto : le serveur ne distingue pas HTTPS de HTTP. Configurez le proxy pour l’envoyer, ou démarrez le serveur avec --public-url.',
  "Your browser opened {sent}, but this server's address is {known}. If it is behind a proxy, configure the proxy to send X-Forwarded-Proto and X-Forwarded-Host, and start the server with --behind-proxy. Otherwise set --public-url.":
    'Votre navigateur a ouvert {sent}, mais l’adresse de ce serveur est {known}. S’il est derrière un proxy, configurez le proxy pour envoyer X-Forwarded-Proto et X-Forwarded-Host, et démarrez le serveur avec --behind-proxy. Sinon, définissez --public-url.',
  'Continue with {provider}': 'Continuer avec {provider}',
  'Sign in again to confirm that it is you.': 'Connecte-toi à nouveau pour confirmer que c’est bien toi.',
  'Go back to the app': 'Retour à l’application',
  'Copy this code, then go back to the Zulip app. The code is valid for one minute.':
    'Copie ce code, puis retourne dans l’application Zulip. Le code est valable une minute.',
  Code: 'Code',
  'Copy the code': 'Copier le code',
  'Copied. Go back to the Zulip app now.': 'Copié. Retourne maintenant dans l’application Zulip.',
  'Continue in your browser': 'Continuer dans le navigateur',
  'Sign in with {provider} in your browser. Then copy the code that you get there, and come back.':
    'Connecte-toi avec {provider} dans ton navigateur. Copie ensuite le code affiché et reviens ici.',
  'Open the browser again': 'Rouvrir le navigateur',
  'This version of the app is too old for that. Install the current one.':
    'Cette version de l’application est trop ancienne. Installe la version actuelle.',
  'Back to sign-in': 'Retour à la connexion',
  'You did not finish the sign-in.': 'Tu n’as pas terminé la connexion.',
  'The sign-in with {provider} failed. Start again.': 'La connexion avec {provider} a échoué. Recommence.',
  '{provider} does not answer. Try again later.': '{provider} ne répond pas. Réessaie plus tard.',
  'This sign-in was started in another browser, or more than ten minutes ago. Start again.':
    'Cette connexion a été commencée dans un autre navigateur ou il y a plus de dix minutes. Recommence.',
  '{provider} does not confirm your e-mail address.': '{provider} ne confirme pas ton adresse e-mail.',
  'No account here has your e-mail address.': 'Aucun compte ici n’a ton adresse e-mail.',
  'No account here has your e-mail address. To join, ask for an invitation.':
    'Aucun compte ici n’a ton adresse e-mail. Demande une invitation pour rejoindre l’organisation.',
  'The account with your e-mail address belongs to another identity. Ask an administrator.':
    'Le compte avec ton adresse e-mail appartient à une autre identité. Demande à un administrateur.',
  'The invitation is for another e-mail address.': 'L’invitation concerne une autre adresse e-mail.',
  'Password authentication is disabled in this organization':
    'La connexion par mot de passe est désactivée dans cette organisation',
  'Account is deactivated': 'Le compte est désactivé',
};
