import type { Addressed, MailText, Words } from './en.ts';

// The texts of mails in Japanese.

const account = ({ organization }: { organization: string }): string =>
  `このメールは、${organization} にアカウントをお持ちの方にお送りしています。`;
const ask = 'お心当たりがない場合は、このメールを無視してください。';
const list = (names: readonly string[]): string => new Intl.ListFormat('ja').format(names);

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [`${name} さん`, what, 'お心当たりがない場合は、すぐに組織の管理者に連絡してください。'],
  why: account({ organization }),
});

export const ja: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} さんから ${organization} への招待`,
    blocks: [
      'こんにちは。',
      `${inviter} さんが、${organization} のチームチャットにあなたを招待しました。`,
      ...(account === undefined ? [] : [`${account} のアカウントを、以前のメッセージとともに受け取ります。`]),
      { label: '招待を承諾', url },
      '参加を希望しない場合は、このメールを無視してください。',
    ],
    why: `このメールは、${inviter} さんがあなたのアドレスを入力したため送信されました。再び招待されない限り、今後メールは届きません。`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `${organization} のメールアドレスの確認`,
    blocks: [
      'こんにちは。',
      `このアドレスで ${organization} に参加するには、メールアドレスを確認してください。`,
      { label: 'メールアドレスを確認', url },
      ask,
    ],
    why: `このメールは、${organization} に参加するためにあなたのアドレスが入力されたため送信されました。`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `${organization} の新しいメールアドレスの確認`,
    blocks: [
      `${name} さん`,
      `${organization} のアカウントで ${email} を使うには、24時間以内に次のリンクを開いてください。`,
      { label: '新しいアドレスを確認', url },
      ask,
    ],
    why: `このメールは、${organization} のアカウントにこのアドレスが入力されたため送信されました。`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `${organization} のメールアドレスが変更されました`,
    blocks: [
      `${name} さん`,
      `${organization} のアカウントのメールアドレスが ${email} に変更されました。以前のアドレスにはメールが届かなくなります。`,
      'お心当たりがない場合は、すぐに組織の管理者に連絡してください。',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `${organization} へようこそ`,
    blocks: [
      `${name} さん`,
      `${organization} のアカウントが作成されました。${email} でログインしてください。`,
      passwordUrl === undefined ? { label: 'Klatchを開く', url } : { label: 'パスワードを設定', url: passwordUrl },
      `スマートフォンやコンピューターのZulipアプリも使えます。アプリにアドレス ${url} を入力してください。`,
      '受け取るメールは設定で選べます。',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `${organization} のパスワードの再設定`,
    blocks: [
      `${name} さん`,
      `次のリンクで、${organization} のアカウントの新しいパスワードを設定してください。リンクの有効期限は24時間で、1回だけ使えます。`,
      { label: '新しいパスワードを設定', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `${organization} のパスワードが変更されました`,
    blocks: [
      `${name} さん`,
      `${organization} のアカウントのパスワードが変更されました。すべてのデバイスで再ログインが必要です。`,
      'お心当たりがない場合は、すぐに組織の管理者に連絡してください。',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `${to.organization} のパスワードが変更されました`,
        `${to.organization} のアカウントのパスワードが変更されました。ほかのすべてのデバイスで再ログインが必要です。`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `${to.organization} に認証アプリが追加されました`,
        `${to.organization} のアカウントに認証アプリが追加されました。今後はログインにアプリのコードが必要です。`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `${to.organization} の認証アプリが削除されました`,
        `${to.organization} のアカウントの認証アプリが削除されました。今後はログインにアプリのコードは不要です。`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `${to.organization} にパスキーが追加されました`,
        `${to.organization} のアカウントにパスキー「${to.detail}」が追加されました。ログインに使えます。`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `${to.organization} のパスキーが削除されました`,
        `${to.organization} のアカウントのパスキー「${to.detail}」が削除されました。今後はログインに使えません。`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `${to.organization} の新しいリカバリーコード`,
        `${to.organization} のアカウントのリカバリーコードが新しくなりました。以前のコードは使えません。`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `${to.organization} の2段階目の認証が解除されました`,
        `サーバーの管理者が、${to.organization} のアカウントの認証アプリ、パスキー、リカバリーコードを削除しました。次にログインした後、新しいものを追加してください。`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `${to.organization} で ${to.detail} と連携しました`,
        `${to.organization} のアカウントが ${to.detail} のアカウントと連携されました。今後はそのアカウントでログインできます。`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `${to.organization} で ${to.detail} との連携を解除しました`,
        `${to.organization} のアカウントと ${to.detail} のアカウントの連携が解除されました。`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `${to.organization} でIDプロバイダーとの連携が解除されました`,
        `${to.organization} のアカウントとすべてのIDプロバイダーとの連携が解除されました。次にいずれかでログインすると、再び連携されます。`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url }) => ({
    subject: `${device} からの新しいログイン`,
    blocks: [
      `${name} さん`,
      `${organization} のアカウントに新しいログインがありました。`,
      { quote: `${device}\n${ip}\n${time}` },
      'ご本人の場合は、何もする必要はありません。そうでない場合は、すぐにパスワードを変更して、すべてのデバイスからログアウトしてください。',
      { label: '新しいパスワードを設定', url },
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `${organization} のアカウントが無効化されました`,
    blocks: [
      `${name} さん`,
      `${organization} のアカウントが無効化されました。今後はログインできません。`,
      ...(comment === '' ? [] : [`${by} さんからのコメント：`, { quote: comment }]),
    ],
    why: `このメールは、${organization} にアカウントをお持ちだった方にお送りしています。`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `${organization} のエクスポートが完了しました`,
    blocks: [
      `${name} さん`,
      `依頼された ${organization} のデータのエクスポートが完了しました。設定でダウンロードできます。`,
      { label: '設定を開く', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `${organization} のあなたのデータのエクスポートが完了しました`,
    blocks: [
      `${name} さん`,
      'あなたのデータのエクスポートが完了しました。7日間、設定でダウンロードできます。',
      { label: '設定を開く', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `${organization} からのテストメール`,
    blocks: [
      'こんにちは。',
      `これはテストメールです。${organization} からのメールは届いています。`,
      { label: 'Klatchを開く', url },
    ],
    why: 'このメールは、サーバー管理者があなたのアドレスにテストを送信したため届きました。',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `${organization} の管理者 ${sender} さんが、${audience}にこのメールを送信しました。${organization} にアカウントをお持ちのため届きました。`,
    audience: {
      everyone: () => 'すべてのメンバー',
      role: () => 'あなたと同じ役割のすべてのメンバー',
      group: (name) => (name === '' ? 'メンバーのグループ' : `グループ ${name} `),
      channel: (name) => `#${name} の登録者`,
    },
  },

  missed: {
    direct: (senders) => `${senders} さんからのダイレクトメッセージ`,
    group: (people) => `${people} さんとのグループダイレクトメッセージ`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => `${first}、ほか${others}件の会話`,
    hidden: (organization) => `${organization} の新しいメッセージ`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join('、')}、ほか${names.length - 2}人` : list(names)),
    hiddenText: (count, organization) =>
      `${organization} に新しいメッセージが${count}件あります。あなたまたは組織の設定により、このメールにはメッセージの本文が含まれていません。`,
    open: '会話を開く',
    openAll: 'Klatchを開く',
    reply: '返信はチャットでお願いします。このメールへの返信は読まれません。',
    because: {
      direct_message: 'ダイレクトメッセージを受け取った',
      mentioned: 'メンションされた',
      topic_wildcard_mentioned: 'トピックの全員がメンションされた',
      stream_wildcard_mentioned: 'チャンネルの全員がメンションされた',
      followed_topic: 'このトピックをフォローしている',
      channel: 'このチャンネルのメール通知をオンにしている',
    },
    why: (causes) => `このメールは、離れている間の次の理由で送信されました：${causes.join('、')}。`,
    unsubscribe: '見逃したメッセージのメールの配信を停止',
    dropped: (count) => `これ以前のメッセージ${count}件は表示されていません。`,
    generalChat: '雑談',
  },
  digest: {
    subject: (organization) => `${organization} の最近の出来事`,
    intro: (count) => `前回の訪問以降、${count}件のメッセージを受け取りました。`,
    conversation: (count, people) => `${people} さんからのメッセージ${count}件`,
    why: 'このメールは、1週間ご利用がなかったため送信されました。',
    unsubscribe: 'ダイジェストの配信を停止',
  },
  welcomeMessage: ({ name, organization }) => [
    `**${name}** さん、${organization} へようこそ！`,
    '',
    '* 会話は**チャンネル**で行われます。チャンネル内の会話には、それぞれ**トピック**があります。チャンネルを見て、何が話されているか確認してみましょう。',
    '* 1人または複数のユーザーと非公開で話すには、**ダイレクトメッセージ**を送信します。',
    '* ここで自由に試してみてください。この会話を読めるのはあなただけです。**太字**、`コード`、:wave: などを送信してみましょう。',
  ],
  unsubscribeSignIn: 'ログインに関するメールの配信を停止',
};
