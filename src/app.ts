import type { Server } from 'node:http';
import { join } from 'node:path';
import { channelRepository } from './chat/channels/channels/repository.ts';
import { defaultChannelRepository } from './chat/channels/default-channels/repository.ts';
import { channelFolderRepository } from './chat/channels/folders/repository.ts';
import { subscriptionRepository } from './chat/channels/subscriptions/repository.ts';
import { topicRepository } from './chat/channels/topics/repository.ts';
import { userTopicRepository } from './chat/channels/user-topics/repository.ts';
import { attachmentRepository } from './chat/files/attachments/repository.ts';
import { pictureRepository } from './chat/files/images/repository.ts';
import { linkPreviewRepository } from './chat/files/link-previews/repository.ts';
import { botRepository } from './chat/integrations/bots/repository.ts';
import { outgoingWebhookRepository } from './chat/integrations/outgoing-webhooks/repository.ts';
import { messageRepository } from './chat/messages/messages/repository.ts';
import { narrowRepository } from './chat/messages/narrow/repository.ts';
import { reactionRepository } from './chat/messages/reactions/repository.ts';
import { submessageRepository } from './chat/messages/submessages/repository.ts';
import { mailRepository } from './chat/notifications/mail/repository.ts';
import { missedMessageRepository } from './chat/notifications/missed-messages/repository.ts';
import { deviceRepository } from './chat/notifications/push/repository.ts';
import { webPushRepository } from './chat/notifications/web-push/repository.ts';
import { realmDomainRepository } from './chat/organization/domains/repository.ts';
import { realmEmojiRepository } from './chat/organization/emoji/repository.ts';
import { exportRepository } from './chat/organization/exports/repository.ts';
import { linkifierRepository } from './chat/organization/linkifiers/repository.ts';
import { playgroundRepository } from './chat/organization/playgrounds/repository.ts';
import { prepareRealm } from './chat/organization/realm/prepare.ts';
import { realmRepository } from './chat/organization/realm/repository.ts';
import type { SetUpCode } from './chat/organization/setup/setup-code.ts';
import { groupRepository } from './chat/people/groups/repository.ts';
import { invitationRepository } from './chat/people/invitations/repository.ts';
import { presenceRepository } from './chat/people/presence/repository.ts';
import { profileFieldRepository } from './chat/people/profile-fields/repository.ts';
import { accounts } from './chat/people/sign-in/accounts.ts';
import { passwordResetRepository } from './chat/people/sign-in/password-reset-repository.ts';
import { userStatusRepository } from './chat/people/status/repository.ts';
import { userRepository } from './chat/people/users/repository.ts';
import { alertWordRepository } from './chat/personal/alert-words/repository.ts';
import { draftRepository } from './chat/personal/drafts/repository.ts';
import { mutedUserRepository } from './chat/personal/muted-users/repository.ts';
import { navigationViewRepository } from './chat/personal/navigation-views/repository.ts';
import { onboardingStepRepository } from './chat/personal/onboarding-steps/repository.ts';
import { reminderRepository } from './chat/personal/reminders/repository.ts';
import { savedSnippetRepository } from './chat/personal/saved-snippets/repository.ts';
import { scheduledMessageRepository } from './chat/personal/scheduled-messages/repository.ts';
import { shipped } from './kernel/assets.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { type Config, VERSION } from './kernel/config.ts';
import type { Database } from './kernel/db/database.ts';
import { openDatabase } from './kernel/db/open.ts';
import { DiskState } from './kernel/disk.ts';
import { EventBus } from './kernel/events/bus.ts';
import { EventQueues } from './kernel/events/queues.ts';
import { savedQueueRepository } from './kernel/events/repository.ts';
import { Painter } from './kernel/files/image-worker.ts';
import { FileStore } from './kernel/files/store.ts';
import { Thumbs } from './kernel/files/thumbnail-store.ts';
import type { Accounts } from './kernel/http/auth.ts';
import type { Endpoint } from './kernel/http/endpoint.ts';
import { RateLimits } from './kernel/http/limits.ts';
import type { Site } from './kernel/http/site.ts';
import type { Log } from './kernel/log.ts';
import type { Metrics } from './kernel/metrics.ts';

/** Everything the server is made of, by name. */
export interface App {
  config: Config;
  clock: Clock;
  log: Log;
  db: Database;
  events: EventBus;
  queues: EventQueues;
  savedQueues: ReturnType<typeof savedQueueRepository>;
  /** Whether what is written can be saved. */
  disk: DiskState;
  limits: RateLimits;
  files: FileStore;
  thumbs: Thumbs;
  painter: Painter;
  accounts: Accounts;

  realm: ReturnType<typeof realmRepository>;
  pictures: ReturnType<typeof pictureRepository>;
  users: ReturnType<typeof userRepository>;
  bots: ReturnType<typeof botRepository>;
  passwordResets: ReturnType<typeof passwordResetRepository>;
  outgoingWebhooks: ReturnType<typeof outgoingWebhookRepository>;
  invitations: ReturnType<typeof invitationRepository>;
  mail: ReturnType<typeof mailRepository>;
  profileFields: ReturnType<typeof profileFieldRepository>;
  realmDomains: ReturnType<typeof realmDomainRepository>;
  linkifiers: ReturnType<typeof linkifierRepository>;
  playgrounds: ReturnType<typeof playgroundRepository>;
  groups: ReturnType<typeof groupRepository>;
  channels: ReturnType<typeof channelRepository>;
  channelFolders: ReturnType<typeof channelFolderRepository>;
  defaultChannels: ReturnType<typeof defaultChannelRepository>;
  subscriptions: ReturnType<typeof subscriptionRepository>;
  topics: ReturnType<typeof topicRepository>;
  attachments: ReturnType<typeof attachmentRepository>;
  messages: ReturnType<typeof messageRepository>;
  linkPreviews: ReturnType<typeof linkPreviewRepository>;
  narrow: ReturnType<typeof narrowRepository>;
  missedMessages: ReturnType<typeof missedMessageRepository>;
  realmEmoji: ReturnType<typeof realmEmojiRepository>;
  reactions: ReturnType<typeof reactionRepository>;
  submessages: ReturnType<typeof submessageRepository>;
  presence: ReturnType<typeof presenceRepository>;
  userTopics: ReturnType<typeof userTopicRepository>;
  reminders: ReturnType<typeof reminderRepository>;
  scheduledMessages: ReturnType<typeof scheduledMessageRepository>;
  onboardingSteps: ReturnType<typeof onboardingStepRepository>;
  userStatus: ReturnType<typeof userStatusRepository>;
  mutedUsers: ReturnType<typeof mutedUserRepository>;
  alertWords: ReturnType<typeof alertWordRepository>;
  devices: ReturnType<typeof deviceRepository>;
  webPush: ReturnType<typeof webPushRepository>;
  drafts: ReturnType<typeof draftRepository>;
  exports: ReturnType<typeof exportRepository>;
  navigationViews: ReturnType<typeof navigationViewRepository>;
  savedSnippets: ReturnType<typeof savedSnippetRepository>;

  /** Who has read something since their phones were last told so. */
  haveRead: Set<number>;

  /** Set in tests: is told every reply before it leaves. */
  checkReply?: (endpoint: Endpoint, reply: object) => void;
  server?: Server;
  /** Clients are being let go. */
  stopping?: boolean;
  /** Kept if the operator wants to read them. */
  metrics?: Metrics;
  /** What makes somebody the first owner; none once there is one. */
  setUpCode?: SetUpCode | undefined;
  /** The pages for people; none where only programs come. */
  site?: Site;
}

export interface AppOptions {
  config: Config;
  log: Log;
  clock?: Clock;
  /** The database file; `:memory:` in tests. */
  database: string;
}

/** The server without its network: opens the database, brings it up to date and makes a new organisation in an empty one. */
export function createApp({ config, log, clock = systemClock, database }: AppOptions): App {
  const schema = shipped('schema.sql').toString();
  const db = openDatabase(database, { schema, backups: join(config.dataDir, 'backups'), version: VERSION, log });
  const queues = new EventQueues(clock);
  const app: App = {
    config,
    clock,
    log,
    db,
    queues,
    events: new EventBus(db, queues),
    savedQueues: savedQueueRepository(db),
    disk: new DiskState(config.dataDir, log),
    limits: new RateLimits(config.choices.rateLimits),
    files: new FileStore(config.dataDir),
    thumbs: new Thumbs(config.dataDir),
    painter: new Painter(log),
    realm: realmRepository(db),
    pictures: pictureRepository(db),
    users: userRepository(db),
    bots: botRepository(db),
    passwordResets: passwordResetRepository(db),
    outgoingWebhooks: outgoingWebhookRepository(db),
    invitations: invitationRepository(db),
    mail: mailRepository(db),
    profileFields: profileFieldRepository(db),
    realmDomains: realmDomainRepository(db),
    linkifiers: linkifierRepository(db),
    playgrounds: playgroundRepository(db),
    groups: groupRepository(db),
    channels: channelRepository(db),
    channelFolders: channelFolderRepository(db),
    defaultChannels: defaultChannelRepository(db),
    subscriptions: subscriptionRepository(db),
    topics: topicRepository(db),
    attachments: attachmentRepository(db),
    messages: messageRepository(db),
    linkPreviews: linkPreviewRepository(db),
    narrow: narrowRepository(db),
    missedMessages: missedMessageRepository(db),
    realmEmoji: realmEmojiRepository(db),
    reactions: reactionRepository(db),
    submessages: submessageRepository(db),
    presence: presenceRepository(db),
    userTopics: userTopicRepository(db),
    reminders: reminderRepository(db),
    scheduledMessages: scheduledMessageRepository(db),
    onboardingSteps: onboardingStepRepository(db),
    userStatus: userStatusRepository(db),
    mutedUsers: mutedUserRepository(db),
    alertWords: alertWordRepository(db),
    devices: deviceRepository(db),
    webPush: webPushRepository(db),
    drafts: draftRepository(db),
    exports: exportRepository(db),
    navigationViews: navigationViewRepository(db),
    savedSnippets: savedSnippetRepository(db),
    haveRead: new Set(),
    accounts: undefined as never,
  };
  app.accounts = accounts(app);
  db.afterTurn(() => app.disk.onSaved());
  prepareRealm(app);
  // What was sent just before a crash has its words yet to come.
  app.messages.indexNow();
  db.commit();
  return app;
}
