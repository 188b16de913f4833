import type { Addressed, MailText, Words } from './en.ts';

// The texts of mails in French.

const account = ({ organization }: { organization: string }): string =>
  `Vous recevez cet e-mail parce que vous avez un compte chez ${organization}.`;
const ask = 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.';
const list = (names: readonly string[]): string => new Intl.ListFormat('fr').format(names);

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [
    `Bonjour ${name},`,
    what,
    'Si ce n’était pas vous, contactez immédiatement un administrateur de votre organisation.',
  ],
  why: account({ organization }),
});

export const fr: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} vous invite à rejoindre ${organization}`,
    blocks: [
      'Bonjour,',
      `${inviter} vous invite à rejoindre la messagerie d’équipe de ${organization}.`,
      ...(account === undefined ? [] : [`Vous recevrez le compte de ${account} avec vos anciens messages.`]),
      { label: 'Accepter l’invitation', url },
      'Si vous ne souhaitez pas rejoindre l’organisation, ignorez cet e-mail.',
    ],
    why: `Vous recevez cet e-mail parce que ${inviter} a indiqué votre adresse. Sans nouvelle invitation, vous n’en recevrez pas d’autre.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Confirmez votre adresse e-mail pour ${organization}`,
    blocks: [
      'Bonjour,',
      `pour rejoindre ${organization} avec cette adresse, confirmez votre adresse e-mail.`,
      { label: 'Confirmer l’adresse e-mail', url },
      ask,
    ],
    why: `Vous recevez cet e-mail parce que votre adresse a été indiquée pour rejoindre ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Confirmez votre nouvelle adresse e-mail pour ${organization}`,
    blocks: [
      `Bonjour ${name},`,
      `pour utiliser ${email} avec votre compte chez ${organization}, ouvrez ce lien dans les 24 heures :`,
      { label: 'Confirmer la nouvelle adresse', url },
      ask,
    ],
    why: `Vous recevez cet e-mail parce que cette adresse a été indiquée pour un compte chez ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Votre adresse e-mail pour ${organization} a été changée`,
    blocks: [
      `Bonjour ${name},`,
      `l’adresse e-mail de votre compte chez ${organization} est désormais ${email}. Plus aucun e-mail ne sera envoyé à l’ancienne adresse.`,
      'Si vous ne l’avez pas changée, contactez immédiatement un administrateur de votre organisation.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `Bienvenue chez ${organization}`,
    blocks: [
      `Bonjour ${name},`,
      `vous avez désormais un compte chez ${organization}. Connectez-vous avec ${email}.`,
      passwordUrl === undefined
        ? { label: 'Ouvrir Klatch', url }
        : { label: 'Choisir un mot de passe', url: passwordUrl },
      `Vous pouvez aussi utiliser les applications de Zulip pour téléphones et ordinateurs. Saisissez-y l’adresse ${url}.`,
      'Choisissez dans vos paramètres les e-mails que vous recevez.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Réinitialisez votre mot de passe pour ${organization}`,
    blocks: [
      `Bonjour ${name},`,
      `utilisez ce lien pour choisir un nouveau mot de passe pour votre compte chez ${organization}. Il est valable 24 heures et une seule fois.`,
      { label: 'Choisir un nouveau mot de passe', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `Votre mot de passe pour ${organization} a été changé`,
    blocks: [
      `Bonjour ${name},`,
      `le mot de passe de votre compte chez ${organization} a été changé. Tous vos appareils doivent se reconnecter.`,
      'Si vous ne l’avez pas changé, contactez immédiatement un administrateur de votre organisation.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `Votre mot de passe pour ${to.organization} a été changé`,
        `le mot de passe de votre compte chez ${to.organization} a été changé. Tous vos autres appareils doivent se reconnecter.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `Application d’authentification ajoutée chez ${to.organization}`,
        `une application d’authentification a été ajoutée à votre compte chez ${to.organization}. Désormais, il vous faut un de ses codes pour vous connecter.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `Application d’authentification retirée chez ${to.organization}`,
        `l’application d’authentification de votre compte chez ${to.organization} a été retirée. La connexion ne demande plus ses codes.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `Clé d’accès ajoutée chez ${to.organization}`,
        `la clé d’accès « ${to.detail} » a été ajoutée à votre compte chez ${to.organization}. Elle permet de se connecter.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `Clé d’accès retirée chez ${to.organization}`,
        `la clé d’accès « ${to.detail} » de votre compte chez ${to.organization} a été retirée. Elle ne permet plus de se connecter.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `Nouveaux codes de récupération chez ${to.organization}`,
        `votre compte chez ${to.organization} a de nouveaux codes de récupération. Les anciens ne sont plus valables.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `Seconds facteurs retirés chez ${to.organization}`,
        `l’opérateur du serveur a retiré l’application d’authentification, les clés d’accès et les codes de récupération de votre compte chez ${to.organization}. Ajoutez-en de nouveaux après votre prochaine connexion.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `${to.detail} lié à ${to.organization}`,
        `votre compte chez ${to.organization} a été lié à votre compte chez ${to.detail}. Désormais, vous pouvez vous connecter avec celui-ci.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `${to.detail} dissocié de ${to.organization}`,
        `votre compte chez ${to.organization} n’est plus lié à votre compte chez ${to.detail}.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `Fournisseurs d’identité dissociés chez ${to.organization}`,
        `votre compte chez ${to.organization} n’est plus lié à aucun fournisseur d’identité. La prochaine connexion avec l’un d’eux le liera de nouveau.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url, hasPassword }) => ({
    subject: `Nouvelle connexion depuis ${device}`,
    blocks: [
      `Bonjour ${name},`,
      `une nouvelle connexion à votre compte chez ${organization} a eu lieu :`,
      { quote: `${device}\n${ip}\n${time}` },
      ...(hasPassword
        ? [
            'Si c’était vous, vous n’avez rien à faire. Sinon, changez tout de suite de mot de passe pour déconnecter tous les appareils :',
            { label: 'Choisir un nouveau mot de passe', url },
          ]
        : [
            'Si c’était vous, vous n’avez rien à faire. Sinon, déconnectez-vous tout de suite partout ailleurs dans vos paramètres, et contactez un administrateur de votre organisation :',
            { label: 'Ouvrir les paramètres', url },
          ]),
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Votre compte chez ${organization} a été désactivé`,
    blocks: [
      `Bonjour ${name},`,
      `votre compte chez ${organization} a été désactivé. Vous ne pouvez plus vous connecter.`,
      ...(comment === '' ? [] : [`${by} écrit :`, { quote: comment }]),
    ],
    why: `Vous recevez cet e-mail parce que vous aviez un compte chez ${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `L’export de ${organization} est prêt`,
    blocks: [
      `Bonjour ${name},`,
      `l’export des données de ${organization} que vous avez demandé est prêt. Vous pouvez le télécharger dans les paramètres.`,
      { label: 'Ouvrir les paramètres', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `L’export de vos données chez ${organization} est prêt`,
    blocks: [
      `Bonjour ${name},`,
      'l’export de vos données est prêt. Vous pouvez le télécharger pendant sept jours dans vos paramètres.',
      { label: 'Ouvrir les paramètres', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `E-mail de test de ${organization}`,
    blocks: [
      'Bonjour,',
      `ceci est un e-mail de test. Les e-mails de ${organization} vous parviennent.`,
      { label: 'Ouvrir Klatch', url },
    ],
    why: 'Vous recevez cet e-mail parce que l’administrateur du serveur a envoyé un test à votre adresse.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `${sender}, de l’administration de ${organization}, a envoyé cet e-mail ${audience}. Vous le recevez parce que vous avez un compte chez ${organization}.`,
    audience: {
      everyone: () => 'à tous les membres',
      role: () => 'à tous les membres ayant votre rôle',
      group: (name) => (name === '' ? 'à un groupe de membres' : `au groupe ${name}`),
      channel: (name) => `aux abonnés de #${name}`,
    },
  },

  missed: {
    direct: (senders) => `Messages directs de ${senders}`,
    group: (people) => `Messages directs avec ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => `${first} et ${others} ${others === 1 ? 'autre conversation' : 'autres conversations'}`,
    hidden: (organization) => `Nouveaux messages chez ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} et ${names.length - 2} autres` : list(names)),
    hiddenText: (count, organization) =>
      `Vous avez ${count === 1 ? 'un nouveau message' : `${count} nouveaux messages`} chez ${organization}. Cet e-mail n’inclut pas le texte des messages en raison de vos paramètres ou de ceux de votre organisation.`,
    open: 'Ouvrir la conversation',
    openAll: 'Ouvrir Klatch',
    reply: 'Répondez dans le chat. Les réponses à cet e-mail ne sont pas lues.',
    because: {
      direct_message: 'vous avez reçu un message direct',
      mentioned: 'vous avez été mentionné',
      topic_wildcard_mentioned: 'tout le sujet a été mentionné',
      stream_wildcard_mentioned: 'tout le canal a été mentionné',
      followed_topic: 'vous suivez ce sujet',
      channel: 'vous avez activé les notifications par e-mail pour ce canal',
    },
    why: (causes) => `Vous recevez cet e-mail parce que, en votre absence : ${list(causes)}.`,
    unsubscribe: 'Se désabonner des e-mails sur les messages manqués',
    dropped: (count) =>
      `${count} ${count === 1 ? 'message plus ancien n’est pas affiché' : 'messages plus anciens ne sont pas affichés'} ici.`,
    generalChat: 'discussion générale',
  },
  digest: {
    subject: (organization) => `Ce qui s’est passé chez ${organization}`,
    intro: (count) =>
      `Depuis votre dernière visite, vous avez reçu ${count === 1 ? 'un message' : `${count} messages`}.`,
    conversation: (count, people) => `${count} ${count === 1 ? 'message' : 'messages'} de ${people}`,
    why: 'Vous recevez cet e-mail parce que vous n’êtes pas venu depuis une semaine.',
    unsubscribe: 'Se désabonner des résumés',
  },
  welcomeMessage: ({ name, organization }) => [
    `Bonjour **${name}**, bienvenue chez ${organization} !`,
    '',
    '* Les conversations ont lieu dans des **canaux**. Chaque conversation d’un canal a un **sujet**. Parcourez les canaux pour voir ce qui s’y passe.',
    '* Envoyez des **messages directs** pour parler en privé à une ou plusieurs personnes.',
    '* Faites des essais ici : vous seul pouvez lire cette conversation. Envoyez du texte en **gras**, du `code` ou :wave:.',
  ],
  unsubscribeSignIn: 'Se désabonner des e-mails de connexion',
};
