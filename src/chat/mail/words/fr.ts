import type { Words } from './en.ts';

// What letters say, in French.

const account = ({ organisation }: { organisation: string }): string =>
  `Vous recevez ce message parce que vous avez un compte chez ${organisation}.`;
const ask = 'Si vous n’avez rien demandé, vous n’avez rien à faire.';
const list = (names: readonly string[]): string => new Intl.ListFormat('fr').format(names);

export const fr: Words = {
  invitation: ({ inviter, organisation, url }) => ({
    subject: `${inviter} vous invite chez ${organisation}`,
    blocks: [
      'Bonjour,',
      `${inviter} vous propose de rejoindre ${organisation}, où l’on se parle avec Klatch.`,
      { label: 'Rejoindre', url },
      'Si vous ne voulez pas venir, vous n’avez rien à faire.',
    ],
    why: `Vous recevez ce message parce que ${inviter} a donné votre adresse. Sans nouvelle invitation, personne ne vous écrira plus.`,
  }),
  confirmAddress: ({ organisation, url }) => ({
    subject: `Confirmez votre adresse pour ${organisation}`,
    blocks: [
      'Bonjour,',
      `quelqu’un, vous espérons-le, veut rejoindre ${organisation} avec cette adresse.`,
      { label: 'Confirmer et continuer', url },
      ask,
    ],
    why: `Vous recevez ce message parce que votre adresse a été donnée pour rejoindre ${organisation}.`,
  }),
  confirmNewAddress: ({ name, organisation, email, url }) => ({
    subject: `Votre nouvelle adresse pour ${organisation}`,
    blocks: [
      `Bonjour ${name},`,
      `pour que votre compte chez ${organisation} ait l’adresse ${email}, ouvrez ce lien d’ici un jour :`,
      { label: 'Utiliser cette adresse', url },
      ask,
    ],
    why: `Vous recevez ce message parce que cette adresse a été donnée pour un compte chez ${organisation}.`,
  }),
  addressChanged: ({ name, organisation, email }) => ({
    subject: `Votre adresse pour ${organisation} a changé`,
    blocks: [
      `Bonjour ${name},`,
      `l’adresse de votre compte chez ${organisation} est maintenant ${email}. Plus aucun message n’arrivera ici.`,
      'Si ce n’est pas vous qui l’avez changée, prévenez tout de suite l’administration de votre organisation.',
    ],
    why: account({ organisation }),
  }),
  passwordReset: ({ name, organisation, url }) => ({
    subject: `Un nouveau mot de passe pour ${organisation}`,
    blocks: [
      `Bonjour ${name},`,
      `avec ce lien, vous choisissez un nouveau mot de passe pour votre compte chez ${organisation}. Il vaut un jour, et une seule fois.`,
      { label: 'Choisir un mot de passe', url },
      ask,
    ],
    why: account({ organisation }),
  }),
  passwordChanged: ({ name, organisation }) => ({
    subject: `Votre mot de passe pour ${organisation} a changé`,
    blocks: [
      `Bonjour ${name},`,
      `votre compte chez ${organisation} a un nouveau mot de passe. Tous vos appareils doivent se reconnecter.`,
      'Si ce n’était pas vous, prévenez tout de suite l’administration de votre organisation.',
    ],
    why: account({ organisation }),
  }),
  signIn: ({ name, organisation, device, ip, time, url }) => ({
    subject: `Nouvelle connexion depuis ${device}`,
    blocks: [
      `Bonjour ${name},`,
      `quelqu’un vient de se connecter à votre compte chez ${organisation}.`,
      { quote: `${device}\n${ip}\n${time}` },
      'Si c’était vous, tout va bien. Sinon, choisissez tout de suite un autre mot de passe, ce qui déconnecte tous les autres :',
      { label: 'Choisir un mot de passe', url },
    ],
    why: account({ organisation }),
  }),
  deactivated: ({ name, organisation, by, comment }) => ({
    subject: `Votre compte chez ${organisation} a été désactivé`,
    blocks: [
      `Bonjour ${name},`,
      `votre compte chez ${organisation} a été désactivé, et vous ne pouvez plus vous connecter.`,
      ...(comment === '' ? [] : [`${by} ajoute :`, { quote: comment }]),
    ],
    why: `Vous recevez ce message parce que vous aviez un compte chez ${organisation}.`,
  }),
  exportReady: ({ name, organisation, url }) => ({
    subject: `L’export de ${organisation} est prêt`,
    blocks: [
      `Bonjour ${name},`,
      `l’export des données de ${organisation} que vous avez demandé est prêt, dans ses paramètres.`,
      { label: 'Ouvrir les paramètres', url },
    ],
    why: account({ organisation }),
  }),
  test: ({ organisation, url }) => ({
    subject: `${organisation} peut envoyer des messages`,
    blocks: ['Bonjour,', `ce message sert à voir si ce qu’envoie ${organisation} arrive. C’est le cas.`, { label: 'Ouvrir', url }],
    why: 'Vous recevez ce message parce que votre adresse a été donnée sur le serveur.',
  }),

  missed: {
    direct: (senders) => `Messages directs de ${senders}`,
    group: (people) => `Messages directs avec ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => `${first} et ${others} ${others === 1 ? 'autre conversation' : 'autres conversations'}`,
    hidden: (organisation) => `Nouveaux messages chez ${organisation}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} et ${names.length - 2} autres` : list(names)),
    hiddenText: (count, organisation) =>
      `Chez ${organisation}, ${count === 1 ? 'un nouveau message vous attend' : `${count} nouveaux messages vous attendent`}. Ce qu’on y lit n’est pas ici : vos paramètres ou ceux de votre organisation le veulent ainsi.`,
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
    subject: (organisation) => `Ce qui s’est passé chez ${organisation}`,
    intro: (count) => `Depuis votre dernière visite, ${count === 1 ? 'un message est arrivé' : `${count} messages sont arrivés`}.`,
    conversation: (count, people) => `${count} ${count === 1 ? 'message' : 'messages'} de ${people}`,
    why: 'Vous recevez ce message parce que vous n’êtes pas venu depuis une semaine.',
    unsubscribe: 'Plus de résumés',
  },
  unsubscribeSignIn: 'Plus de courriels sur les connexions',
};
