import fc from 'fast-check';
import type { newTeam, TestUser } from '../../support/team.ts';

type Team = ReturnType<typeof newTeam>;

/**
 * A request. Texts such as `person:2`, `channel:0`, `group:1` and `system:members` stand for ids, counted from the
 * newest.
 */
export interface Request {
  does: 'ask';
  who: number;
  /** `UPLOAD`: the fields are files, by name. */
  method: string;
  path: string;
  fields: object;
}

/** The index of an object, counted from the newest. */
export const at = fc.nat(3);

/** Sent mostly by users who can do anything, otherwise by any user. */
export const requestBy = (
  method: string,
  path: string | fc.Arbitrary<string>,
  fields: fc.Arbitrary<object> = fc.constant({}),
) =>
  fc.record({
    does: fc.constant('ask' as const),
    who: fc.oneof(fc.constant(0), fc.nat(5)),
    method: fc.constant(method),
    path: typeof path === 'string' ? fc.constant(path) : path,
    fields,
  });

/** A path with the id of an object of this kind. */
export const pathWithId = (before: string, kind: string, after = ''): fc.Arbitrary<string> =>
  at.map((one) => `${before}${kind}:${one}${after}`);

/** Replaces texts that stand for ids by the current ids. */
export function resolveIds(app: Team['app'], everyone: readonly TestUser[], text: string): string {
  const newestFirst = (all: readonly { id: number }[]) => all.map(({ id }) => id).sort((a, b) => b - a);
  const lastId = app.messages.lastId();
  const objects: Record<string, () => (number | string)[]> = {
    person: () => everyone.map(({ id }) => id),
    channel: () => newestFirst(app.channels.all()),
    group: () => newestFirst(app.groups.allNamed().filter(({ is_system }) => !is_system)),
    folder: () => newestFirst(app.channelFolders.all()),
    message: () => Array.from({ length: Math.min(lastId, 10) }, (_, less) => lastId - less),
    bot: () => newestFirst(app.users.allBots().map((id) => ({ id }))),
    field: () => newestFirst(app.profileFields.all()),
    linkifier: () => newestFirst(app.linkifiers.all()),
    playground: () => newestFirst(app.playgrounds.all()),
    invitation: () => newestFirst(app.invitations.all(0)),
    upload: () => newestFirst(everyone.flatMap(({ id }) => app.attachments.ofUser(id))),
  };
  const files = everyone.flatMap(({ id }) => app.attachments.ofUser(id)).sort((a, b) => b.id - a.id);
  const links = app.invitations.all(0).filter(({ key }) => key !== null);
  return text
    .replace(/"?\b([a-z]+):(\d)\b"?/g, (all, kind: string, which: string) => {
      if (kind === 'file') return all.replace(/file:\d/, `/user_uploads/${files[Number(which)]?.path_id ?? 'none'}`);
      if (kind === 'link') return JSON.stringify(links[Number(which)]?.key ?? 'none');
      return objects[kind] ? String(objects[kind]()[Number(which)] ?? 999) : all;
    })
    .replace(/"system:(\w+)"/g, (_, role: string) => String(app.groups.named(`role:${role}`)!.id));
}
