import type { Addressed, MailText, Words } from './en.ts';
import { pluralsIn } from './plurals.ts';

// The texts of mails in Russian.

const account = ({ organization }: { organization: string }): string =>
  `Вы получили это письмо, потому что у вас есть учётная запись в ${organization}.`;
const ask = 'Если вы об этом не просили, просто не обращайте внимания на это письмо.';
const list = (names: readonly string[]): string => new Intl.ListFormat('ru').format(names);
const plural = pluralsIn('ru');

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [
    `Здравствуйте, ${name}!`,
    what,
    'Если это сделали не вы, немедленно обратитесь к администратору организации.',
  ],
  why: account({ organization }),
});

export const ru: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} приглашает вас в ${organization}`,
    blocks: [
      'Здравствуйте!',
      `${inviter} приглашает вас в командный чат ${organization}.`,
      ...(account === undefined ? [] : [`Вы получите учётную запись ${account} со своими прежними сообщениями.`]),
      { label: 'Принять приглашение', url },
      'Если вы не хотите присоединяться, не обращайте внимания на это письмо.',
    ],
    why: `Вы получили это письмо, потому что ваш адрес указал(а) ${inviter}. Больше писем не будет, если вас не пригласят снова.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Подтвердите адрес электронной почты для ${organization}`,
    blocks: [
      'Здравствуйте!',
      `Чтобы присоединиться к ${organization} с этим адресом, подтвердите адрес электронной почты.`,
      { label: 'Подтвердить адрес', url },
      ask,
    ],
    why: `Вы получили это письмо, потому что кто-то указал ваш адрес, чтобы присоединиться к ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Подтвердите новый адрес электронной почты для ${organization}`,
    blocks: [
      `Здравствуйте, ${name}!`,
      `Чтобы использовать ${email} для вашей учётной записи в ${organization}, откройте эту ссылку в течение 24 часов:`,
      { label: 'Подтвердить новый адрес', url },
      ask,
    ],
    why: `Вы получили это письмо, потому что кто-то указал этот адрес для учётной записи в ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Ваш адрес электронной почты для ${organization} изменён`,
    blocks: [
      `Здравствуйте, ${name}!`,
      `Адрес электронной почты вашей учётной записи в ${organization} изменён на ${email}. На старый адрес письма больше не отправляются.`,
      'Если его изменили не вы, немедленно обратитесь к администратору организации.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `Добро пожаловать в ${organization}`,
    blocks: [
      `Здравствуйте, ${name}!`,
      `Теперь у вас есть учётная запись в ${organization}. Входите с адресом ${email}.`,
      passwordUrl === undefined ? { label: 'Открыть Klatch', url } : { label: 'Выбрать пароль', url: passwordUrl },
      `Можно пользоваться и приложениями Zulip для телефонов и компьютеров. Укажите в них адрес ${url}.`,
      'В настройках можно выбрать, какие письма вы получаете.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Сброс пароля для ${organization}`,
    blocks: [
      `Здравствуйте, ${name}!`,
      `По этой ссылке можно выбрать новый пароль для вашей учётной записи в ${organization}. Она действует 24 часа и только один раз.`,
      { label: 'Выбрать новый пароль', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `Ваш пароль для ${organization} изменён`,
    blocks: [
      `Здравствуйте, ${name}!`,
      `Пароль вашей учётной записи в ${organization} изменён. На всех ваших устройствах нужно войти заново.`,
      'Если его изменили не вы, немедленно обратитесь к администратору организации.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `Ваш пароль для ${to.organization} изменён`,
        `Пароль вашей учётной записи в ${to.organization} изменён. На всех остальных ваших устройствах нужно войти заново.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `Добавлено приложение-аутентификатор в ${to.organization}`,
        `К вашей учётной записи в ${to.organization} добавлено приложение-аутентификатор. Теперь для входа нужен код из него.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `Удалено приложение-аутентификатор в ${to.organization}`,
        `Приложение-аутентификатор вашей учётной записи в ${to.organization} удалено. Его коды для входа больше не нужны.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `Добавлен ключ доступа в ${to.organization}`,
        `К вашей учётной записи в ${to.organization} добавлен ключ доступа «${to.detail}». С ним можно войти.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `Удалён ключ доступа в ${to.organization}`,
        `Ключ доступа «${to.detail}» вашей учётной записи в ${to.organization} удалён. С ним больше нельзя войти.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `Новые коды восстановления в ${to.organization}`,
        `Для вашей учётной записи в ${to.organization} созданы новые коды восстановления. Старые больше не действуют.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `Второй шаг входа отключён в ${to.organization}`,
        `Администратор сервера удалил приложение-аутентификатор, ключи доступа и коды восстановления вашей учётной записи в ${to.organization}. Добавьте новые после следующего входа.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `${to.detail}: учётная запись привязана в ${to.organization}`,
        `Ваша учётная запись в ${to.organization} привязана к вашей учётной записи ${to.detail}. Теперь можно входить с ней.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `${to.detail}: учётная запись отвязана в ${to.organization}`,
        `Ваша учётная запись в ${to.organization} отвязана от вашей учётной записи ${to.detail}.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `Внешние учётные записи отвязаны в ${to.organization}`,
        `Ваша учётная запись в ${to.organization} отвязана от всех внешних служб входа. Следующий вход через любую из них снова привяжет её.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url, hasPassword }) => ({
    subject: `Новый вход: ${device}`,
    blocks: [
      `Здравствуйте, ${name}!`,
      `В вашу учётную запись в ${organization} вошли:`,
      { quote: `${device}\n${ip}\n${time}` },
      ...(hasPassword
        ? [
            'Если это вы, ничего делать не нужно. Если нет, сейчас же смените пароль, чтобы завершить сеансы на всех устройствах:',
            { label: 'Выбрать новый пароль', url },
          ]
        : [
            'Если это вы, ничего делать не нужно. Если нет, сейчас же завершите в настройках все остальные сеансы и обратитесь к администратору организации:',
            { label: 'Открыть настройки', url },
          ]),
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Ваша учётная запись в ${organization} отключена`,
    blocks: [
      `Здравствуйте, ${name}!`,
      `Ваша учётная запись в ${organization} отключена. Войти больше нельзя.`,
      ...(comment === '' ? [] : [`${by} пишет:`, { quote: comment }]),
    ],
    why: `Вы получили это письмо, потому что у вас была учётная запись в ${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `Выгрузка ${organization} готова`,
    blocks: [
      `Здравствуйте, ${name}!`,
      `Запрошенная вами выгрузка данных ${organization} готова. Её можно скачать в настройках.`,
      { label: 'Открыть настройки', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `Выгрузка ваших данных в ${organization} готова`,
    blocks: [
      `Здравствуйте, ${name}!`,
      'Выгрузка ваших данных готова. Её можно скачать в настройках в течение семи дней.',
      { label: 'Открыть настройки', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `Проверочное письмо от ${organization}`,
    blocks: [
      'Здравствуйте!',
      `Это проверочное письмо. Письма от ${organization} до вас доходят.`,
      { label: 'Открыть Klatch', url },
    ],
    why: 'Вы получили это письмо, потому что администратор сервера отправил проверку на ваш адрес.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `${sender}, администратор ${organization}, отправил(а) это письмо. Получатели: ${audience}. Вы получили его, потому что у вас есть учётная запись в ${organization}.`,
    audience: {
      everyone: () => 'все участники',
      role: () => 'все участники с вашей ролью',
      group: (name) => (name === '' ? 'группа участников' : `группа ${name}`),
      channel: (name) => `подписчики #${name}`,
    },
  },

  missed: {
    direct: (senders) => `Личные сообщения от ${senders}`,
    group: (people) => `Групповые личные сообщения с ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) =>
      plural(others, {
        one: `${first} и ещё {n} беседа`,
        few: `${first} и ещё {n} беседы`,
        many: `${first} и ещё {n} бесед`,
        other: `${first} и ещё {n} беседы`,
      }),
    hidden: (organization) => `Новые сообщения в ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} и ещё ${names.length - 2}` : list(names)),
    hiddenText: (count, organization) => {
      const what = plural(count, {
        one: '{n} новое сообщение',
        few: '{n} новых сообщения',
        many: '{n} новых сообщений',
        other: '{n} новых сообщения',
      });
      return `У вас ${what} в ${organization}. В письме нет текста сообщений из-за ваших настроек или настроек организации.`;
    },
    open: 'Открыть беседу',
    openAll: 'Открыть Klatch',
    reply: 'Отвечайте в чате. Ответы на это письмо никто не читает.',
    because: {
      direct_message: 'вам пришло личное сообщение',
      mentioned: 'вас упомянули',
      topic_wildcard_mentioned: 'упомянули всех в теме',
      stream_wildcard_mentioned: 'упомянули всех в канале',
      followed_topic: 'вы отслеживаете эту тему',
      channel: 'вы включили для этого канала уведомления по почте',
    },
    why: (causes) => `Вы получили это письмо, потому что, пока вас не было: ${list(causes)}.`,
    unsubscribe: 'Отписаться от писем о пропущенных сообщениях',
    dropped: (count) =>
      plural(count, {
        one: '{n} более раннее сообщение здесь не показано.',
        few: '{n} более ранних сообщения здесь не показаны.',
        many: '{n} более ранних сообщений здесь не показано.',
        other: '{n} более ранних сообщения здесь не показаны.',
      }),
    generalChat: 'общий чат',
  },
  digest: {
    subject: (organization) => `Что нового в ${organization}`,
    intro: (count) =>
      plural(count, {
        one: 'С вашего последнего посещения вам пришло {n} сообщение.',
        few: 'С вашего последнего посещения вам пришло {n} сообщения.',
        many: 'С вашего последнего посещения вам пришло {n} сообщений.',
        other: 'С вашего последнего посещения вам пришло {n} сообщения.',
      }),
    conversation: (count, people) =>
      plural(count, {
        one: `{n} сообщение от ${people}`,
        few: `{n} сообщения от ${people}`,
        many: `{n} сообщений от ${people}`,
        other: `{n} сообщения от ${people}`,
      }),
    why: 'Вы получили это письмо, потому что не заходили неделю.',
    unsubscribe: 'Отписаться от дайджестов',
  },
  welcomeMessage: ({ name, organization }) => [
    `Здравствуйте, **${name}**! Добро пожаловать в ${organization}!`,
    '',
    '* Беседы идут в **каналах**. У каждой беседы в канале есть **тема**. Загляните в каналы, чтобы увидеть, что обсуждают.',
    '* Отправляйте **личные сообщения**, чтобы поговорить с одним или несколькими людьми наедине.',
    '* Попробуйте что-нибудь здесь: эту беседу видите только вы. Отправьте **жирный** текст, `код` или :wave:.',
  ],
  unsubscribeSignIn: 'Отписаться от писем о входах',
};
