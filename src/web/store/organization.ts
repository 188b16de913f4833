import type {
  AcceptedInvitation,
  BotOfMine,
  DefaultGroup,
  ExportView,
  InvitationView,
  Linkifier,
  Playground,
  ProfileField,
  RealmDomain,
  SlashCommand,
  UserSettings,
} from '../server/types.ts';
import { resource, withChanged, withEntry } from './resource.ts';

// The organization's other data. Most events replace the whole list whenever a part changes.

/** The user's own bots with their API keys; for administrators all bots. */
export const bots = resource<ReadonlyMap<number, BotOfMine>>(
  ({ realm_bots }) => new Map(realm_bots.map((bot) => [bot.user_id, bot])),
  {
    'realm_bot/add': (all, { bot }) => withEntry(all, bot.user_id, bot),
    'realm_bot/update': (all, { bot }) => withChanged(all, bot.user_id, (before) => ({ ...before, ...bot })),
    'realm_bot/delete': (all, { bot }) => withEntry(all, bot.user_id, undefined),
  },
);

/** In the order in which they are applied. */
export const linkifiers = resource<readonly Linkifier[]>(({ realm_linkifiers }) => realm_linkifiers, {
  realm_linkifiers: (_, event) => event.realm_linkifiers,
});

export const playgrounds = resource<readonly Playground[]>(({ realm_playgrounds }) => realm_playgrounds, {
  realm_playgrounds: (_, event) => event.realm_playgrounds,
});

/** The slash commands of bots by name, also those of deactivated bots. */
export const slashCommands = resource<readonly SlashCommand[]>(({ slash_commands }) => slash_commands, {
  slash_commands: (_, event) => event.slash_commands,
});

/** The custom profile fields in their order. */
export const profileFields = resource<readonly ProfileField[]>(({ custom_profile_fields }) => custom_profile_fields, {
  custom_profile_fields: (_, { fields }) => fields,
});

/** The mail domains allowed for accounts, if the organization restricts them. */
export const domains = resource<readonly RealmDomain[]>(({ realm_domains }) => realm_domains, {
  'realm_domains/add': (all, { realm_domain }) => [...all, realm_domain],
  'realm_domains/change': (all, { realm_domain }) =>
    all.map((one) => (one.domain === realm_domain.domain ? realm_domain : one)),
  'realm_domains/remove': (all, { domain }) => all.filter((one) => one.domain !== domain),
});

/** The channels that new users join automatically. */
export const defaultChannels = resource<ReadonlySet<number>>(
  ({ realm_default_streams }) => new Set(realm_default_streams),
  {
    default_streams: (_, event) => new Set(event.default_streams),
  },
);

/** Groups of channels that new users can choose from. */
export const defaultGroups = resource<readonly DefaultGroup[]>(
  ({ realm_default_stream_groups }) => realm_default_stream_groups,
  {
    default_stream_groups: (_, event) => event.default_stream_groups,
  },
);

/** The default settings of new users. */
export const newUserDefaults = resource<Partial<UserSettings>>(
  ({ realm_user_settings_defaults }) => realm_user_settings_defaults,
  {
    'realm_user_settings_defaults/update': (settings, { property, value }) => ({ ...settings, [property]: value }),
  },
);

/** The exports; undefined until they are fetched. */
export const exports = resource<readonly ExportView[] | undefined>(() => undefined, {
  realm_export: (_, event) => event.exports,
});

/**
 * The invitations that the user can see and who accepted some, and whether they may have changed since they were
 * fetched. The event contains no more than that.
 */
export const invitations = resource<{
  all: readonly InvitationView[];
  accepted: readonly AcceptedInvitation[];
  fresh: boolean;
}>(() => ({ all: [], accepted: [], fresh: false }), {
  invites_changed: (state) => ({ ...state, fresh: false }),
});
