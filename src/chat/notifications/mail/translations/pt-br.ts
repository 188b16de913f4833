import type { Addressed, MailText, Words } from './en.ts';

// The texts of mails in Brazilian Portuguese.

const account = ({ organization }: { organization: string }): string =>
  `Você recebeu este e-mail porque tem uma conta em ${organization}.`;
const ask = 'Se você não solicitou isto, pode ignorar este e-mail.';
const list = (names: readonly string[]): string => new Intl.ListFormat('pt-BR').format(names);

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [
    `Olá, ${name}!`,
    what,
    'Se não foi você, entre em contato imediatamente com um administrador da sua organização.',
  ],
  why: account({ organization }),
});

export const ptBr: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} convidou você para entrar em ${organization}`,
    blocks: [
      'Olá!',
      `${inviter} convidou você para entrar no chat de equipe de ${organization}.`,
      ...(account === undefined ? [] : [`Você receberá a conta de ${account} com suas mensagens anteriores.`]),
      { label: 'Aceitar convite', url },
      'Se não quiser entrar, você pode ignorar este e-mail.',
    ],
    why: `Você recebeu este e-mail porque ${inviter} informou seu endereço. Você não receberá outros e-mails, a menos que seja convidado novamente.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Confirme seu endereço de e-mail para ${organization}`,
    blocks: [
      'Olá!',
      `Para entrar em ${organization} com este endereço, confirme seu endereço de e-mail.`,
      { label: 'Confirmar endereço de e-mail', url },
      ask,
    ],
    why: `Você recebeu este e-mail porque alguém informou seu endereço para entrar em ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Confirme seu novo endereço de e-mail para ${organization}`,
    blocks: [
      `Olá, ${name}!`,
      `Para usar ${email} na sua conta em ${organization}, abra este link em até 24 horas:`,
      { label: 'Confirmar novo endereço', url },
      ask,
    ],
    why: `Você recebeu este e-mail porque alguém informou este endereço para uma conta em ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Seu endereço de e-mail para ${organization} foi alterado`,
    blocks: [
      `Olá, ${name}!`,
      `O endereço de e-mail da sua conta em ${organization} agora é ${email}. Não enviaremos mais e-mails ao seu endereço antigo.`,
      'Se não foi você que o alterou, entre em contato imediatamente com um administrador da sua organização.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `Boas-vindas a ${organization}`,
    blocks: [
      `Olá, ${name}!`,
      `Agora você tem uma conta em ${organization}. Entre com ${email}.`,
      passwordUrl === undefined ? { label: 'Abrir o Klatch', url } : { label: 'Escolher uma senha', url: passwordUrl },
      `Você também pode usar os apps do Zulip para celulares e computadores. Digite neles o endereço ${url}.`,
      'Nas configurações, você pode escolher quais e-mails recebe.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Redefina sua senha de ${organization}`,
    blocks: [
      `Olá, ${name}!`,
      `Use este link para escolher uma nova senha para sua conta em ${organization}. Ele é válido por 24 horas e funciona uma vez.`,
      { label: 'Escolher nova senha', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `Sua senha de ${organization} foi alterada`,
    blocks: [
      `Olá, ${name}!`,
      `A senha da sua conta em ${organization} foi alterada. Todos os seus dispositivos precisam entrar novamente.`,
      'Se não foi você que a alterou, entre em contato imediatamente com um administrador da sua organização.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `Sua senha de ${to.organization} foi alterada`,
        `A senha da sua conta em ${to.organization} foi alterada. Todos os seus outros dispositivos precisam entrar novamente.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `App autenticador adicionado em ${to.organization}`,
        `Um app autenticador foi adicionado à sua conta em ${to.organization}. A partir de agora, você precisa de um dos códigos dele para entrar.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `App autenticador removido em ${to.organization}`,
        `O app autenticador da sua conta em ${to.organization} foi removido. Os códigos dele não são mais necessários para entrar.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `Chave de acesso adicionada em ${to.organization}`,
        `A chave de acesso “${to.detail}” foi adicionada à sua conta em ${to.organization}. Ela pode ser usada para entrar.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `Chave de acesso removida em ${to.organization}`,
        `A chave de acesso “${to.detail}” da sua conta em ${to.organization} foi removida. Ela não pode mais ser usada para entrar.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `Novos códigos de recuperação em ${to.organization}`,
        `Sua conta em ${to.organization} tem novos códigos de recuperação. Os antigos não funcionam mais.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `Segundos fatores removidos em ${to.organization}`,
        `O administrador do servidor removeu o app autenticador, as chaves de acesso e os códigos de recuperação da sua conta em ${to.organization}. Adicione novos após seu próximo login.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `${to.detail} vinculado em ${to.organization}`,
        `Sua conta em ${to.organization} foi vinculada à sua conta em ${to.detail}. A partir de agora, você pode entrar com ela.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `${to.detail} desvinculado em ${to.organization}`,
        `Sua conta em ${to.organization} não está mais vinculada à sua conta em ${to.detail}.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `Provedores de identidade desvinculados em ${to.organization}`,
        `Sua conta em ${to.organization} foi desvinculada de todos os provedores de identidade. O próximo login com um deles a vinculará novamente.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url }) => ({
    subject: `Novo login de ${device}`,
    blocks: [
      `Olá, ${name}!`,
      `Houve um novo login na sua conta em ${organization}:`,
      { quote: `${device}\n${ip}\n${time}` },
      'Se foi você, não precisa fazer nada. Se não, altere sua senha agora para sair de todos os dispositivos:',
      { label: 'Escolher nova senha', url },
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Sua conta em ${organization} foi desativada`,
    blocks: [
      `Olá, ${name}!`,
      `Sua conta em ${organization} foi desativada. Você não pode mais entrar.`,
      ...(comment === '' ? [] : [`${by} escreveu:`, { quote: comment }]),
    ],
    why: `Você recebeu este e-mail porque tinha uma conta em ${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `A exportação de ${organization} está pronta`,
    blocks: [
      `Olá, ${name}!`,
      `A exportação dos dados de ${organization} que você solicitou está pronta. Você pode baixá-la nas configurações.`,
      { label: 'Abrir configurações', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `A exportação dos seus dados em ${organization} está pronta`,
    blocks: [
      `Olá, ${name}!`,
      'A exportação dos seus dados está pronta. Você pode baixá-la nas configurações por sete dias.',
      { label: 'Abrir configurações', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `E-mail de teste de ${organization}`,
    blocks: [
      'Olá!',
      `Este é um e-mail de teste. Os e-mails de ${organization} chegam até você.`,
      { label: 'Abrir o Klatch', url },
    ],
    why: 'Você recebeu este e-mail porque o administrador do servidor enviou um teste para o seu endereço.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `${sender}, da administração de ${organization}, enviou este e-mail ${audience}. Você o recebeu porque tem uma conta em ${organization}.`,
    audience: {
      everyone: () => 'a todos os membros',
      role: () => 'a todos os membros com a sua função',
      group: (name) => (name === '' ? 'a um grupo de membros' : `ao grupo ${name}`),
      channel: (name) => `aos inscritos de #${name}`,
    },
  },

  missed: {
    direct: (senders) => `Mensagens diretas de ${senders}`,
    group: (people) => `Mensagens diretas em grupo com ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => `${first} e mais ${others} ${others === 1 ? 'conversa' : 'conversas'}`,
    hidden: (organization) => `Novas mensagens em ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} e mais ${names.length - 2}` : list(names)),
    hiddenText: (count, organization) =>
      `Você tem ${count === 1 ? 'uma nova mensagem' : `${count} novas mensagens`} em ${organization}. Este e-mail não inclui o texto das mensagens por causa das suas configurações ou das da sua organização.`,
    open: 'Abrir conversa',
    openAll: 'Abrir o Klatch',
    reply: 'Responda no chat. As respostas a este e-mail não são lidas.',
    because: {
      direct_message: 'você recebeu uma mensagem direta',
      mentioned: 'mencionaram você',
      topic_wildcard_mentioned: 'todos no tópico foram mencionados',
      stream_wildcard_mentioned: 'todos no canal foram mencionados',
      followed_topic: 'você segue este tópico',
      channel: 'você ativou as notificações por e-mail deste canal',
    },
    why: (causes) => `Você recebeu este e-mail porque, na sua ausência: ${list(causes)}.`,
    unsubscribe: 'Cancelar o recebimento de e-mails sobre mensagens perdidas',
    dropped: (count) =>
      `${count} ${count === 1 ? 'mensagem anterior não é exibida' : 'mensagens anteriores não são exibidas'} aqui.`,
    generalChat: 'chat geral',
  },
  digest: {
    subject: (organization) => `O que aconteceu em ${organization}`,
    intro: (count) => `Você recebeu ${count === 1 ? 'uma mensagem' : `${count} mensagens`} desde sua última visita.`,
    conversation: (count, people) => `${count} ${count === 1 ? 'mensagem' : 'mensagens'} de ${people}`,
    why: 'Você recebeu este e-mail porque não aparece há uma semana.',
    unsubscribe: 'Cancelar o recebimento de resumos',
  },
  welcomeMessage: ({ name, organization }) => [
    `Olá, **${name}**! Boas-vindas a ${organization}!`,
    '',
    '* As conversas acontecem em **canais**. Cada conversa em um canal tem um **tópico**. Explore os canais para ver o que está acontecendo.',
    '* Envie **mensagens diretas** para falar em particular com uma ou mais pessoas.',
    '* Faça testes aqui: só você pode ler esta conversa. Envie texto em **negrito**, `código` ou :wave:.',
  ],
  unsubscribeSignIn: 'Cancelar o recebimento de e-mails sobre logins',
};
