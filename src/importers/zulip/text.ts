import type { Reference, RichText } from '../../chat/organization/imports/types.ts';

/** The names of an archive, by which texts refer to its objects. */
export interface ZulipNames {
  /** The id of the only user with a name. */
  userNamed(name: string): string | undefined;
  hasUser(id: string): boolean;
  channelNamed(name: string): string | undefined;
  hasFile(pathId: string): boolean;
}

/** Code, which keeps its characters, and everything that refers to an object by id or name. */
const TOKEN = new RegExp(
  [
    '(?<code>^(?<fence>`{3,}|~{3,})[\\s\\S]*?(?:^\\k<fence>|(?![\\s\\S]))|`[^`\\n]+`)',
    '@(?<silent>_?)\\*\\*(?<user>[^*\\n|]+)(?:\\|(?<userId>\\d+))?\\*\\*',
    '#\\*\\*(?<place>[^*\\n>]+)(?:>(?<topic>[^*\\n]*?)(?:@(?<at>\\d+))?)?\\*\\*',
    '\\[(?<said>[^\\]\\n]*)\\]\\((?<url>(?:https?://[^/\\s)]+)?/?#narrow/[^)\\s]*/near/(?<near>\\d+))\\)',
    '\\[(?<name>[^\\]\\n]*)\\]\\((?:https?://[^/\\s)]+)?/user_uploads/(?<path>[^)\\s]+)\\)',
  ].join('|'),
  'gm',
);

/** Replaces ids and names of the other server in Zulip's Markdown by references. */
export function zulipToRich(text: string, names: ZulipNames): RichText {
  const parts: (string | Reference)[] = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const reference = referenceIn(match.groups!, names);
    if (!reference) continue;
    parts.push(text.slice(from, match.index), reference);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== '');
}

type Groups = Readonly<Record<string, string | undefined>>;

function referenceIn(found: Groups, names: ZulipNames): Reference | undefined {
  if (found.user !== undefined) return userReference(found, names);
  if (found.at !== undefined)
    return { message: found.at, text: `#${found.place} > ${found.topic}`, url: `#${found.place}` };
  if (found.place !== undefined && found.topic === undefined) {
    const channel = names.channelNamed(found.place);
    return channel === undefined ? undefined : { channel, name: found.place };
  }
  if (found.near !== undefined) return { message: found.near, text: found.said!, url: found.url! };
  if (found.path === undefined) return undefined;
  const path = decodePath(found.path);
  return names.hasFile(path) ? { file: path, name: found.name || path.split('/').at(-1)! } : undefined;
}

function userReference({ user, userId, silent }: Groups, names: ZulipNames): Reference | undefined {
  const id = userId !== undefined && names.hasUser(userId) ? userId : names.userNamed(user!);
  if (id === undefined) return undefined;
  return silent ? { user: id, silent: true } : { user: id };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
