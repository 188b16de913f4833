/** A mention or link by name, as written, before the name is looked up. */
export interface WrittenMention {
  readonly length: number;
  readonly kind: 'user' | 'group';
  readonly silent: boolean;
  readonly name: string;
}

export interface WrittenChannelLink {
  readonly length: number;
  readonly channel: string;
  readonly topic: string | undefined;
}

const USER = /@(_?)\*\*([^*\n]{1,200})\*\*/y;
const GROUP = /@(_?)\*([^*\n]{1,200})\*/y;
const CHANNEL = /#\*\*([^*>\n]{1,200})(?:>([^*\n]{0,200}))?\*\*/y;

/** Only after a blank, a quote or an opening bracket, not within a word or an address. */
const mayStand = (src: string, pos: number) => pos === 0 || /[\s'"({[/<]/.test(src[pos - 1]!);

export function mentionAt(src: string, pos: number): WrittenMention | undefined {
  if (!mayStand(src, pos)) return undefined;
  const user = matchAt(USER, src, pos);
  const found = user ?? matchAt(GROUP, src, pos);
  return found && { length: found[0].length, kind: user ? 'user' : 'group', silent: found[1] === '_', name: found[2]! };
}

export function channelLinkAt(src: string, pos: number): WrittenChannelLink | undefined {
  const found = mayStand(src, pos) ? matchAt(CHANNEL, src, pos) : undefined;
  return found && { length: found[0].length, channel: found[1]!, topic: found[2] };
}

function matchAt(pattern: RegExp, src: string, pos: number): RegExpExecArray | undefined {
  pattern.lastIndex = pos;
  return pattern.exec(src) ?? undefined;
}
