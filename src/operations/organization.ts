import { join } from 'node:path';
import type { App } from '../app.ts';
import { deleteUnusedFiles, writePicture } from '../chat/files/images/client.ts';
import { addEmoji } from '../chat/organization/emoji/actions.ts';
import { requireFreeName } from '../chat/organization/emoji/rules.ts';
import { reactivateRealm } from '../chat/organization/realm/actions.ts';
import { createLink, inviteByMail, revoke } from '../chat/people/invitations/actions.ts';
import { invitationsFor, linkOf } from '../chat/people/invitations/events.ts';
import { requireInvitation } from '../chat/people/invitations/rules.ts';
import { reloadWebClients } from '../chat/register/actions.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { type As, actorOf, ROLE_NAMES, requireChannel, requireRole } from './accounts.ts';

interface Invitation extends As {
  /** None: a reusable link. */
  emails: string[];
  role: string;
  /** null: forever. */
  days: number | null;
  /** By name or id. */
  channels: string[];
}

/** Pixels. */
const EMOJI_SIZE = 64;

export const organizationCommands = {
  'organization-reactivate': (app: App) => {
    reactivateRealm(app);
    return { name: app.realm.get('name') };
  },
  'reload-clients': (app: App, { immediate }: { immediate: boolean }) => ({ told: reloadWebClients(app, immediate) }),

  'invite-create': (app: App, { emails, role, days, channels, as }: Invitation) => {
    const actor = actorOf(app, { as });
    const draft = {
      invite_as: requireRole(role),
      invite_expires_in_minutes: days === null ? null : days * 1440,
      stream_ids: channels.map((name) => requireChannel(app, name).id),
      group_ids: [],
      include_realm_default_subscriptions: true,
    };
    if (emails.length === 0)
      return { link: linkOf(app.config.url, createLink(app, actor, draft)), mailed: [], refused: [] };
    try {
      inviteByMail(app, actor, emails.join(','), { ...draft, notify_referrer_on_join: true });
      return { link: null, mailed: emails, refused: [] };
    } catch (error) {
      if (!(error instanceof ApiError) || !Array.isArray(error.extra.errors)) throw error;
      const refused = error.extra.errors.map(([email, why]) => ({ email: String(email), why: String(why) }));
      const unfit = new Set(refused.map(({ email }) => email));
      return {
        link: null,
        mailed: error.extra.sent_invitations ? emails.filter((email) => !unfit.has(email)) : [],
        refused,
      };
    }
  },
  'invite-list': (app: App, options: As) => ({
    invitations: invitationsFor(app, actorOf(app, options), app.config.url).map((one) => ({
      id: one.id,
      email: one.email ?? null,
      role: ROLE_NAMES[one.invited_as],
      invited_by: app.users.byId(one.invited_by_user_id)!.email,
      expires: one.expiry_date,
      link: one.link_url ?? null,
    })),
  }),
  'invite-revoke': (app: App, { id, as }: As & { id: number }) => {
    const actor = actorOf(app, { as });
    const one = invitationsFor(app, actor, '').find((one) => one.id === id);
    if (!one) throw notFound(`No such invitation: ${id}`);
    const kind = one.is_multiuse ? 'link' : 'mailed';
    requireInvitation(app, actor, id, kind);
    revoke(app, actor, id, kind);
    return { id };
  },

  /** `file`: its name in the folder for incoming uploads. */
  'emoji-add': async (app: App, { name, file, as }: As & { name: string; file: string }) => {
    const actor = actorOf(app, { as });
    requireFreeName(app, actor, name);
    if (!/^[\da-f]{32}$/.test(file)) throw notFound('No such file');
    const { image, still } = await app.imageWorker.emoji(join(app.files.incoming, file), EMOJI_SIZE);
    const files = await writePicture(app, { usual: image, ...(still && { still }) });
    try {
      // The actor may have lost the permission while the image was resized.
      addEmoji(app, actorOf(app, { as }), name, files);
    } catch (error) {
      deleteUnusedFiles(app, files);
      throw error;
    }
    return { name };
  },
  'emoji-list': (app: App) => ({
    emoji: Object.values(app.realmEmoji.all())
      .filter(({ deactivated }) => !deactivated)
      .map(({ id, name, author_id, source_url }) => ({
        id: Number(id),
        name,
        author: author_id === null ? null : (app.users.byId(author_id)?.email ?? null),
        url: `${app.config.url}${source_url}`,
      })),
  }),
};
