import type { Words } from './en.ts';

// The texts of mails in French.

const account = ({ organization }: { organization: string }): string =>
  `Vous recevez ce message parce que vous avez un compte chez ${organization}.`;
const ask = 'Si vous n’avez rien demandé, vous n’avez rien à faire.';
const list = (names: readonly string[]): string => new Intl.ListFormat('fr').format(names);

export const fr: Words = {
  invitation: ({ inviter, organization, url }) => ({
    subject: `${inviter} vous invite chez ${organization}`,
    blocks: [
      'Bonjour,',
      `${inviter} vous propose de rejoindre ${organization}, où l’on se parle avec Klatch.`,
      { label: 'Rejoindre', url },
      'Si vous ne voulez pas venir, vous n’avez rien à faire.',
    ],
    why: `Vous recevez ce message parce que ${inviter} a donné votre adresse. Sans nouvelle invitation, personne ne vous écrira plus.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Confirmez votre adresse pour ${organization}`,
    blocks: [
      'Bonjour,',
      `quelqu’un, vous espérons-le, veut rejoindre ${organization} avec cette adresse.`,
      { label: 'Confirmer et continuer', url },
      ask,
    ],
    why: `Vous recevez ce message parce que votre adresse a été donnée pour rejoindre ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Votre nouvelle adresse pour ${organization}`,
    blocks: [
      `Bonjour ${name},`,
      `pour que votre compte chez ${organization} ait l’adresse ${email}, ouvrez ce lien d’ici un jour :`,
      { label: 'Utiliser cette adresse', url },
      ask,
    ],
    why: `Vous recevez ce message parce que cette adresse a été donnée pour un compte chez ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Votre adresse pour ${organization} a changé`,
    blocks: [
      `Bonjour ${name},`,
      `l’adresse de votre compte chez ${organization} est maintenant ${email}. Plus aucun message n’arrivera ici.`,
      'Si ce n’est pas vous qui l’avez changée, prévenez tout de suite l’administration de votre organisation.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url }) => ({
    subject: `Bienvenue chez ${organization}`,
    blocks: [
      `Bonjour ${name},`,
      `vous avez désormais un compte chez ${organization}, où vous vous connectez en tant que ${email}.`,
      { label: 'Ouvrir Klatch', url },
      `Les applications de Zulip pour téléphones et ordinateurs y fonctionnent aussi : donnez-leur l’adresse ${url}.`,
      'Vous choisissez dans vos paramètres ce qui vous est envoyé par e-mail.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Un nouveau mot de passe pour ${organization}`,
    blocks: [
      `Bonjour ${name},`,
      `avec ce lien, vous choisissez un nouveau mot de passe pour votre compte chez ${organization}. Il vaut un jour, et une seule fois.`,
      { label: 'Choisir un mot de passe', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `Votre mot de passe pour ${organization} a changé`,
    blocks: [
      `Bonjour ${name},`,
      `votre compte chez ${organization} a un nouveau mot de passe. Tous vos appareils doivent se reconnecter.`,
      'Si ce n’était pas vous, prévenez tout de suite l’administration de votre organisation.',
    ],
    why: account({ organization }),
  }),
  signIn: ({ name, organization, device, ip, time, url }) => ({
    subject: `Nouvelle connexion depuis ${device}`,
    blocks: [
      `Bonjour ${name},`,
      `quelqu’un vient de se connecter à votre compte chez ${organization}.`,
      { quote: `${device}\n${ip}\n${time}` },
      'Si c’était vous, tout va bien. Sinon, choisissez tout de suite un autre mot de passe, ce qui déconnecte tous les autres :',
      { label: 'Choisir un mot de passe', url },
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Votre compte chez ${organization} a été désactivé`,
    blocks: [
      `Bonjour ${name},`,
      `votre compte chez ${organization} a été désactivé, et vous ne pouvez plus vous connecter.`,
      ...(comment === '' ? [] : [`${by} ajoute :`, { quote: comment }]),
    ],
    why: `Vous recevez ce message parce que vous aviez un compte chez ${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `L’export de ${organization} est prêt`,
    blocks: [
      `Bonjour ${name},`,
      `l’export des données de ${organization} que vous avez demandé est prêt, dans ses paramètres.`,
      { label: 'Ouvrir les paramètres', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `${organization} peut envoyer des messages`,
    blocks: [
      'Bonjour,',
      `ce message sert à voir si ce qu’envoie ${organization} arrive. C’est le cas.`,
      { label: 'Ouvrir', url },
    ],
    why: 'Vous recevez ce message parce que votre adresse a été donnée sur le serveur.',
  }),

  missed: {
    direct: (senders) => `Messages directs de ${senders}`,
    group: (people) => `Messages directs avec ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => `${first} et ${others} ${others === 1 ? 'autre conversation' : 'autres conversations'}`,
    hidden: (organization) => `Nouveaux messages chez ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} et ${names.length - 2} autres` : list(names)),
    hiddenText: (count, organization) =>
      `Chez ${organization}, ${count === 1 ? 'un nouveau message vous attend' : `${count} nouveaux messages vous attendent`}. Ce qu’on y lit n’est pas ici : vos paramètres ou ceux de votre organisation le veulent ainsi.`,
    open: 'Ouvrir la conversation',
    openAll: 'Ouvrir Klatch',
    reply: 'Répondez là-bas : personne ne lit les réponses à ce message.',
    because: {
      direct_message: 'on vous a écrit directement',
      mentioned: 'on vous a mentionné',
      topic_wildcard_mentioned: 'tout le sujet a été mentionné',
      stream_wildcard_mentioned: 'tout le canal a été mentionné',
      followed_topic: 'vous suivez le sujet',
      channel: 'vous voulez des courriels sur ce canal',
    },
    why: (causes) => `Vous recevez ce message parce que, en votre absence : ${list(causes)}.`,
    unsubscribe: 'Plus de courriels sur les messages manqués',
    dropped: (count) =>
      `${count} ${count === 1 ? 'message plus ancien n’est pas montré' : 'messages plus anciens ne sont pas montrés'} ici.`,
    generalChat: 'discussion générale',
  },
  digest: {
    subject: (organization) => `Ce qui s’est passé chez ${organization}`,
    intro: (count) =>
      `Depuis votre dernière visite, ${count === 1 ? 'un message est arrivé' : `${count} messages sont arrivés`}.`,
    conversation: (count, people) => `${count} ${count === 1 ? 'message' : 'messages'} de ${people}`,
    why: 'Vous recevez ce message parce que vous n’êtes pas venu depuis une semaine.',
    unsubscribe: 'Plus de résumés',
  },
  unsubscribeSignIn: 'Plus de courriels sur les connexions',
};
