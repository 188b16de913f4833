/** A user. Mentions of a deactivated user notify nobody. */
export interface Named {
  id: number;
  full_name: string;
  is_active?: boolean;
}

/** Looks up names. The server implements it. */
export interface Directory {
  /** Matches case-insensitively; there may be several. */
  usersNamed(name: string): readonly Named[];
  userById(id: number): Named | undefined;
  groupNamed(name: string): { id: number; name: string; deactivated?: boolean } | undefined;
  /** An active custom emoji by its exact name. It takes precedence over all others. */
  realmEmoji(name: string): { source_url: string } | undefined;
  /** Finds only channels whose metadata the author can access. */
  channelNamed(name: string): { id: number; name: string } | undefined;
  /** A topic's newest message, if the author may read it. */
  newestIn?(channel: number, topic: string): number | undefined;
  channelById?(id: number): { id: number; name: string } | undefined;
  /** This server's URL without a trailing slash. Links to it are written without it. */
  readonly origin?: string;
  /** The author wants emoticons converted to emoji. */
  readonly emoticons?: boolean;
  /** The language of fenced code without a language. */
  readonly default_code_language?: string;
  /** A page's description of itself. Null: nothing to show; undefined: not fetched yet. Omitted: no previews. */
  readonly preview?: ((url: string) => Preview | null | undefined) | undefined;
  /** The pictures and videos that a text links to are shown. */
  readonly previews?: boolean;
  /** An uploaded file that the author may read, by its path below /user_uploads/. */
  upload?(path: string): Upload | undefined;
  /** The URL under which this server serves an external picture. */
  proxyUrl?(url: string): string;
  /**
   * The links that the organization's linkifiers find in a plain text, in order. Omitted if there are no linkifiers.
   */
  readonly linksIn?: ((text: string) => readonly { from: number; to: number; url: string }[]) | undefined;
}

/** A page's description of itself. Each text is one line, '' if there is none. The image's URL is absolute. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  readonly image: string;
}

/** An uploaded file as a message shows it. */
export interface Upload {
  readonly content_type: string;
  /** Set for pictures: the thumbnail, existing or in progress, or 'itself' if the file is shown as it is. */
  readonly picture?: Thumbnailed | 'itself';
}

export interface Thumbnailed {
  readonly ready: boolean;
  /** The dimensions of the picture itself. */
  readonly width: number;
  readonly height: number;
  /** The names of its default thumbnail, and of the large one for files that browsers do not show. */
  readonly format: string;
  readonly transcoded?: string;
  readonly animated: boolean;
}
