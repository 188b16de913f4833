import { LRUCache } from 'lru-cache';
import { archivedChannelRepository } from './chat/channels/archived-channels/repository.ts';
import { ChannelViews } from './chat/channels/channels/memory.ts';
import { channelRepository } from './chat/channels/channels/repository.ts';
import { defaultChannelRepository } from './chat/channels/default-channels/repository.ts';
import { channelFolderRepository } from './chat/channels/folders/repository.ts';
import { subscriptionRepository } from './chat/channels/subscriptions/repository.ts';
import { topicRepository, userTopicRepository } from './chat/channels/topics/repository.ts';
import { attachmentRepository } from './chat/files/attachments/repository.ts';
import { ExternalImages } from './chat/files/external-content/memory.ts';
import { linkPreviewRepository } from './chat/files/external-content/repository.ts';
import { pictureRepository } from './chat/files/images/repository.ts';
import { botRepository } from './chat/integrations/bots/repository.ts';
import { RingingCalls } from './chat/integrations/calls/memory.ts';
import { feedRepository } from './chat/integrations/feeds/repository.ts';
import { GifPages } from './chat/integrations/gifs/memory.ts';
import { ReceivedDeliveries } from './chat/integrations/incoming-webhooks/memory.ts';
import { handledDeliveryRepository } from './chat/integrations/incoming-webhooks/repository.ts';
import { TemplateRenderer } from './chat/integrations/incoming-webhooks/templates/template-memory.ts';
import { MailboxReading, MailListening } from './chat/integrations/mail-in/memory.ts';
import { mailInRepository } from './chat/integrations/mail-in/repository.ts';
import { sentDeliveryRepository } from './chat/integrations/outgoing-webhooks/log-repository.ts';
import { outgoingWebhookRepository } from './chat/integrations/outgoing-webhooks/repository.ts';
import { slashCommandRepository } from './chat/integrations/slash-commands/repository.ts';
import { commandRunRepository } from './chat/integrations/slash-commands/run-repository.ts';
import { receivedDeliveryRepository } from './chat/integrations/webhook-addresses/delivery-repository.ts';
import { webhookAddressRepository } from './chat/integrations/webhook-addresses/repository.ts';
import { webhookTemplateRepository } from './chat/integrations/webhook-templates/repository.ts';
import { deletedMessageRepository } from './chat/messages/delete/repository.ts';
import { messageRepository } from './chat/messages/messages/repository.ts';
import { narrowRepository } from './chat/messages/narrow/repository.ts';
import { pinRepository } from './chat/messages/pins/repository.ts';
import { reactionRepository } from './chat/messages/reactions/repository.ts';
import { submessageRepository } from './chat/messages/submessages/repository.ts';
import { announcementRepository } from './chat/notifications/announcements/repository.ts';
import { doNotDisturbRepository } from './chat/notifications/do-not-disturb/repository.ts';
import { MailDelivery } from './chat/notifications/mail/memory.ts';
import { mailRepository } from './chat/notifications/mail/repository.ts';
import type { DevelopmentMail } from './chat/notifications/mail/types.ts';
import { RecentReaders } from './chat/notifications/missed-messages/memory.ts';
import { missedMessageRepository } from './chat/notifications/missed-messages/repository.ts';
import { ntfyRepository } from './chat/notifications/ntfy/repository.ts';
import type { OpenedRegistration } from './chat/notifications/push/memory.ts';
import { deviceRepository } from './chat/notifications/push/repository.ts';
import { webPushRepository } from './chat/notifications/web-push/repository.ts';
import { auditLogRepository } from './chat/organization/audit-log/repository.ts';
import { realmDomainRepository } from './chat/organization/domains/repository.ts';
import { realmEmojiRepository } from './chat/organization/emoji/repository.ts';
import type { ExportProgress } from './chat/organization/exports/memory.ts';
import { exportRepository } from './chat/organization/exports/repository.ts';
import { ImportRuns } from './chat/organization/imports/memory.ts';
import { importMemberRepository, importRepository } from './chat/organization/imports/repository.ts';
import { linkifierRepository } from './chat/organization/linkifiers/repository.ts';
import { playgroundRepository } from './chat/organization/playgrounds/repository.ts';
import { realmRepository } from './chat/organization/realm/repository.ts';
import { rowLimitRepository } from './chat/organization/row-limits/repository.ts';
import type { SetUpCode } from './chat/organization/setup/memory.ts';
import { statisticRepository } from './chat/organization/statistics/repository.ts';
import type { UploadedArchives } from './chat/organization/uploaded-archives/memory.ts';
import { erasureRepository } from './chat/people/erasure/repository.ts';
import { groupRepository } from './chat/people/groups/repository.ts';
import { ProviderClients } from './chat/people/identities/client.ts';
import { identityRepository } from './chat/people/identities/repository.ts';
import { invitationRepository } from './chat/people/invitations/repository.ts';
import { PresenceReports, PresenceTicks } from './chat/people/presence/memory.ts';
import { presenceRepository } from './chat/people/presence/repository.ts';
import { profileFieldRepository } from './chat/people/profile-fields/repository.ts';
import { secondFactorRepository } from './chat/people/second-factors/repository.ts';
import { loginLinkRepository, passwordResetRepository, sessionRepository } from './chat/people/sign-in/repository.ts';
import { userStatusRepository } from './chat/people/status/repository.ts';
import { userRepository } from './chat/people/users/repository.ts';
import { alertWordRepository } from './chat/personal/alert-words/repository.ts';
import { dataExportRepository } from './chat/personal/data-exports/repository.ts';
import { draftRepository } from './chat/personal/drafts/repository.ts';
import { mutedUserRepository } from './chat/personal/muted-users/repository.ts';
import { onboardingStepRepository } from './chat/personal/onboarding-steps/repository.ts';
import { reminderRepository } from './chat/personal/reminders/repository.ts';
import { savedSnippetRepository } from './chat/personal/saved-snippets/repository.ts';
import { scheduledMessageRepository } from './chat/personal/scheduled-messages/repository.ts';
import { navigationViewRepository, sidebarOrderRepository } from './chat/personal/sidebar/repository.ts';
import { SharedStates } from './chat/register/memory.ts';
import { ClientCache } from './chat/web-client/memory.ts';
import type { Served } from './kernel/http/deliver.ts';
import { lruCache } from './kernel/lru-cache.ts';
import { DocumentReader } from './kernel/reading/document-reader.ts';
import { InProgress, SharedWork, SingleRun, Turns } from './kernel/time-slices.ts';

/** The statements of all resources, by their name in `App`. */
export const repositories = {
  archivedChannels: archivedChannelRepository,
  channels: channelRepository,
  defaultChannels: defaultChannelRepository,
  channelFolders: channelFolderRepository,
  subscriptions: subscriptionRepository,
  topics: topicRepository,
  userTopics: userTopicRepository,
  attachments: attachmentRepository,
  pictures: pictureRepository,
  linkPreviews: linkPreviewRepository,
  bots: botRepository,
  feeds: feedRepository,
  mailIn: mailInRepository,
  outgoingWebhooks: outgoingWebhookRepository,
  sentDeliveries: sentDeliveryRepository,
  slashCommands: slashCommandRepository,
  commandRuns: commandRunRepository,
  webhookAddresses: webhookAddressRepository,
  webhookTemplates: webhookTemplateRepository,
  receivedDeliveries: receivedDeliveryRepository,
  handledDeliveries: handledDeliveryRepository,
  deletedMessages: deletedMessageRepository,
  messages: messageRepository,
  narrow: narrowRepository,
  pins: pinRepository,
  reactions: reactionRepository,
  submessages: submessageRepository,
  announcements: announcementRepository,
  doNotDisturb: doNotDisturbRepository,
  mail: mailRepository,
  missedMessages: missedMessageRepository,
  devices: deviceRepository,
  webPush: webPushRepository,
  ntfy: ntfyRepository,
  auditLog: auditLogRepository,
  realmDomains: realmDomainRepository,
  realmEmoji: realmEmojiRepository,
  exports: exportRepository,
  imports: importRepository,
  importMembers: importMemberRepository,
  linkifiers: linkifierRepository,
  playgrounds: playgroundRepository,
  realm: realmRepository,
  rowLimits: rowLimitRepository,
  statistics: statisticRepository,
  erasures: erasureRepository,
  groups: groupRepository,
  identities: identityRepository,
  invitations: invitationRepository,
  presence: presenceRepository,
  profileFields: profileFieldRepository,
  secondFactors: secondFactorRepository,
  loginLinks: loginLinkRepository,
  passwordResets: passwordResetRepository,
  sessions: sessionRepository,
  userStatus: userStatusRepository,
  users: userRepository,
  alertWords: alertWordRepository,
  dataExports: dataExportRepository,
  drafts: draftRepository,
  mutedUsers: mutedUserRepository,
  navigationViews: navigationViewRepository,
  onboardingSteps: onboardingStepRepository,
  reminders: reminderRepository,
  savedSnippets: savedSnippetRepository,
  scheduledMessages: scheduledMessageRepository,
  sidebarOrder: sidebarOrderRepository,
};

/** Password checks at the same time. They must leave threads of Node's pool for syncs of the disk and for files. */
const MOST_CHECKS = 2;

/** The state in the process that a restart may lose, by its name in `App.memory`. */
export const memory = {
  channelDeletion: () => new SingleRun(),
  channelViews: () => new ChannelViews(),
  externalImages: () => new ExternalImages(),
  previewFetches: () => new InProgress<string>(),
  thumbnailRun: () => new SingleRun(),
  thumbnailWork: () => new SharedWork<string, boolean>(),
  ringingCalls: () => new RingingCalls(),
  callPushes: (): { user_id: number; message_id: number }[] => [],
  feedReads: () => new InProgress<number>(),
  gifPages: () => new GifPages(),
  receivedDeliveries: () => new ReceivedDeliveries(),
  templateRenderer: () => new TemplateRenderer(),
  documentReader: () => new DocumentReader(),
  mailListening: () => new MailListening(),
  mailbox: () => new MailboxReading(),
  /** By bot: the time in milliseconds of the last notice to its owner that its webhook failed. */
  webhookFailures: () => lruCache<number, number>(1000, { ttl: 3_600_000 }),
  webhookDeliveries: () => new InProgress<number>(),
  mailDelivery: () => new MailDelivery(),
  developmentMails: (): DevelopmentMail[] => [],
  pushRun: () => new SingleRun(),
  pushRegistration: (): OpenedRegistration => ({}),
  readers: () => new RecentReaders(),
  ntfyRun: () => new SingleRun(),
  webPushUsers: () => new InProgress<number>(),
  recordedFailures: () => ({ hour: 0, count: 0 }),
  /** By user ID: the programs that used the user's API key. */
  knownPrograms: () => new Map<number, Set<string>>(),
  exportRun: () => new SingleRun(),
  exportProgress: (): ExportProgress => ({ id: undefined, progress: 0 }),
  importRuns: () => new ImportRuns(),
  uploadedArchives: (): UploadedArchives => ({ current: undefined }),
  /** The code that makes somebody the first owner; undefined once there is one. */
  setup: (): { code?: SetUpCode | undefined } => ({}),
  /** How many answers of /health are sent in parts at the moment. */
  healthStreams: () => ({ running: 0 }),
  statisticsRun: () => new SingleRun(),
  generatedAvatars: () =>
    new LRUCache<string, Buffer>({ maxSize: 4 * 2 ** 20, sizeCalculation: ({ length }) => length }),
  erasureRun: () => new SharedWork<'all', void>(),
  /** How often texts were erased. An export during which this changes starts again: it may have the texts. */
  erasedTexts: () => ({ times: 0 }),
  providerClients: () => new ProviderClients(),
  /** By the name of a provider: when administrators learned that it withholds groups, in UNIX seconds. */
  withheldGroupsReports: () => new Map<string, number>(),
  passwordChecks: () => new Turns(MOST_CHECKS),
  /** Tokens of JWT that signed a browser in, by hash, until they expire (UNIX seconds). */
  usedTokens: () => new Map<string, number>(),
  /** Each is logged once. */
  loggedProxyTroubles: () => new Set<string>(),
  dataExportRun: () => new SingleRun(),
  reminderRun: () => new SingleRun(),
  scheduledMessageRun: () => new SingleRun(),
  openapi: (): { document?: Served } => ({}),
  clientCache: () => new ClientCache(),
  releaseReading: () => new SharedWork<'newest', string>(),
  presenceReports: () => new PresenceReports(),
  presenceTicks: () => new PresenceTicks(),
  sharedStates: () => new SharedStates(),
};
