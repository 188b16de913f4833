import type { Addressed, MailText, Words } from './en.ts';
import { pluralsIn } from './plurals.ts';

// The texts of mails in simplified Chinese.

const account = ({ organization }: { organization: string }): string =>
  `你收到此邮件，是因为你在 ${organization} 有账号。`;
const ask = '如果这不是你的请求，可以忽略此邮件。';
const list = (names: readonly string[]): string => new Intl.ListFormat('zh-hans').format(names);
const plural = pluralsIn('zh-hans');

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [`${name}，你好：`, what, '如果这不是你的操作，请立即联系组织的管理员。'],
  why: account({ organization }),
});

export const zhHans: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} 邀请你加入 ${organization}`,
    blocks: [
      '你好：',
      `${inviter} 邀请你加入 ${organization} 的团队聊天。`,
      ...(account === undefined ? [] : [`你将获得 ${account} 的账号及你以前的消息。`]),
      { label: '接受邀请', url },
      '如果不想加入，可以忽略此邮件。',
    ],
    why: `你收到此邮件，是因为 ${inviter} 输入了你的地址。除非再次被邀请，你不会再收到邮件。`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `确认你在 ${organization} 的邮箱地址`,
    blocks: ['你好：', `如需以此地址加入 ${organization}，请确认你的邮箱地址。`, { label: '确认邮箱地址', url }, ask],
    why: `你收到此邮件，是因为有人输入了你的地址以加入 ${organization}。`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `确认你在 ${organization} 的新邮箱地址`,
    blocks: [
      `${name}，你好：`,
      `如需将 ${email} 用于你在 ${organization} 的账号，请在 24 小时内打开此链接：`,
      { label: '确认新地址', url },
      ask,
    ],
    why: `你收到此邮件，是因为有人为 ${organization} 的账号输入了此地址。`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `你在 ${organization} 的邮箱地址已更改`,
    blocks: [
      `${name}，你好：`,
      `你在 ${organization} 的账号的邮箱地址已改为 ${email}。旧地址将不再收到邮件。`,
      '如果这不是你更改的，请立即联系组织的管理员。',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `欢迎来到 ${organization}`,
    blocks: [
      `${name}，你好：`,
      `你现在拥有 ${organization} 的账号。请使用 ${email} 登录。`,
      passwordUrl === undefined ? { label: '打开 Klatch', url } : { label: '设置密码', url: passwordUrl },
      `你也可以使用 Zulip 的手机和电脑应用，在其中输入地址 ${url}。`,
      '可在设置中选择接收哪些邮件。',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `重置你在 ${organization} 的密码`,
    blocks: [
      `${name}，你好：`,
      `使用此链接为你在 ${organization} 的账号设置新密码。链接 24 小时内有效，仅可使用一次。`,
      { label: '设置新密码', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `你在 ${organization} 的密码已更改`,
    blocks: [
      `${name}，你好：`,
      `你在 ${organization} 的账号密码已更改。你的所有设备都需要重新登录。`,
      '如果这不是你更改的，请立即联系组织的管理员。',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `你在 ${to.organization} 的密码已更改`,
        `你在 ${to.organization} 的账号密码已更改。你的所有其他设备都需要重新登录。`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `已在 ${to.organization} 添加身份验证器应用`,
        `你在 ${to.organization} 的账号已添加身份验证器应用。从现在起，登录时需要其验证码。`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `已在 ${to.organization} 移除身份验证器应用`,
        `你在 ${to.organization} 的账号已移除身份验证器应用。登录不再需要其验证码。`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `已在 ${to.organization} 添加通行密钥`,
        `你在 ${to.organization} 的账号已添加通行密钥“${to.detail}”，可用于登录。`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `已在 ${to.organization} 移除通行密钥`,
        `你在 ${to.organization} 的账号已移除通行密钥“${to.detail}”，不能再用于登录。`,
      ),
    recoveryCodes: (to) =>
      changed(to, `${to.organization} 的新恢复码`, `你在 ${to.organization} 的账号已生成新的恢复码。旧恢复码已失效。`),
    secondFactorsReset: (to) =>
      changed(
        to,
        `已在 ${to.organization} 移除第二步验证`,
        `服务器管理员移除了你在 ${to.organization} 的账号的身份验证器应用、通行密钥和恢复码。请在下次登录后重新添加。`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `已在 ${to.organization} 关联 ${to.detail}`,
        `你在 ${to.organization} 的账号已关联你的 ${to.detail} 账号。从现在起可用它登录。`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `已在 ${to.organization} 取消关联 ${to.detail}`,
        `你在 ${to.organization} 的账号已取消关联你的 ${to.detail} 账号。`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `已在 ${to.organization} 取消关联身份提供方`,
        `你在 ${to.organization} 的账号已取消关联所有身份提供方。下次通过其中之一登录时会重新关联。`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url, hasPassword }) => ({
    subject: `新的登录：${device}`,
    blocks: [
      `${name}，你好：`,
      `你在 ${organization} 的账号有新的登录：`,
      { quote: `${device}\n${ip}\n${time}` },
      ...(hasPassword
        ? ['如果是你本人，无需任何操作。如果不是，请立即更改密码，让所有设备退出登录：', { label: '设置新密码', url }]
        : [
            '如果是你本人，无需任何操作。如果不是，请立即在设置中让其他所有位置退出登录，并联系组织的管理员：',
            { label: '打开设置', url },
          ]),
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `你在 ${organization} 的账号已停用`,
    blocks: [
      `${name}，你好：`,
      `你在 ${organization} 的账号已停用，无法再登录。`,
      ...(comment === '' ? [] : [`${by} 写道：`, { quote: comment }]),
    ],
    why: `你收到此邮件，是因为你曾在 ${organization} 有账号。`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `${organization} 的导出已完成`,
    blocks: [
      `${name}，你好：`,
      `你请求的 ${organization} 数据导出已完成，可在设置中下载。`,
      { label: '打开设置', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `你在 ${organization} 的数据导出已完成`,
    blocks: [`${name}，你好：`, '你的数据导出已完成，七天内可在设置中下载。', { label: '打开设置', url }],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `来自 ${organization} 的测试邮件`,
    blocks: ['你好：', `这是一封测试邮件。你可以收到来自 ${organization} 的邮件。`, { label: '打开 Klatch', url }],
    why: '你收到此邮件，是因为服务器管理员向你的地址发送了测试。',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `${organization} 的管理员 ${sender} 向${audience}发送了此邮件。你收到它，是因为你在 ${organization} 有账号。`,
    audience: {
      everyone: () => '所有成员',
      role: () => '所有与你角色相同的成员',
      group: (name) => (name === '' ? '一组成员' : `用户组 ${name}`),
      channel: (name) => `#${name} 的订阅者`,
    },
  },

  missed: {
    direct: (senders) => `来自 ${senders} 的私信`,
    group: (people) => `与 ${people} 的群组私信`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => plural(others, { other: `${first} 和另外 {n} 个对话` }),
    hidden: (organization) => `${organization} 中的新消息`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join('、')}等另外 ${names.length - 2} 人` : list(names)),
    hiddenText: (count, organization) => {
      const what = plural(count, { other: '{n} 条新消息' });
      return `你在 ${organization} 有 ${what}。因你或组织的设置，此邮件不包含消息内容。`;
    },
    open: '打开对话',
    openAll: '打开 Klatch',
    reply: '请在聊天中回复。对此邮件的回复不会被阅读。',
    because: {
      direct_message: '你收到了私信',
      mentioned: '你被提及',
      topic_wildcard_mentioned: '话题中的所有人被提及',
      stream_wildcard_mentioned: '频道中的所有人被提及',
      followed_topic: '你关注了此话题',
      channel: '你为此频道开启了邮件通知',
    },
    why: (causes) => `你收到此邮件，是因为在你离开期间：${list(causes)}。`,
    unsubscribe: '退订错过消息的邮件',
    dropped: (count) => plural(count, { other: '还有 {n} 条更早的消息未在此显示。' }),
    generalChat: '综合聊天',
  },
  digest: {
    subject: (organization) => `${organization} 的近期动态`,
    intro: (count) => plural(count, { other: '自上次访问以来，你收到了 {n} 条消息。' }),
    conversation: (count, people) => plural(count, { other: `来自 ${people} 的 {n} 条消息` }),
    why: '你收到此邮件，是因为你已有一周没有访问。',
    unsubscribe: '退订摘要',
  },
  welcomeMessage: ({ name, organization }) => [
    `**${name}**，你好，欢迎来到 ${organization}！`,
    '',
    '* 对话在**频道**中进行。频道中的每个对话都有一个**话题**。浏览各频道，了解大家在聊什么。',
    '* 发送**私信**，与一人或多人私下交谈。',
    '* 可以在这里随意尝试：只有你能看到此对话。试试发送**粗体**文字、`代码`或 :wave:。',
  ],
  unsubscribeSignIn: '退订登录邮件',
};
