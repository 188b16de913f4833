/** A delivery of another program. */
export interface Delivery {
  /** Its JSON of unknown shape. */
  payload: unknown;
  /** By their names in lower case, without credentials. */
  headers: Readonly<Record<string, string>>;
  /** The parameters of the URL, such as a service's own. */
  query: Readonly<Record<string, string>>;
}

/** The notice about it. */
export interface Notice {
  /** The event, by the other program's name for it; undefined: the service has no event types. */
  event?: string;
  topic: string;
  /** Markdown. */
  content: string;
  /** The Git branch that the event is about. */
  branch?: string;
  /** It is about something that not everybody can see, such as a private repository. */
  isPrivate?: boolean;
  /** The channel that a service names, for an address without one. */
  channel?: string;
}

type Category =
  | 'communication'
  | 'continuous-integration'
  | 'custom'
  | 'customer-support'
  | 'deployment'
  | 'entertainment'
  | 'financial'
  | 'home'
  | 'hr'
  | 'marketing'
  | 'meta-integration'
  | 'misc'
  | 'monitoring'
  | 'productivity'
  | 'project-management'
  | 'version-control';

/** A delivery as the service sends it, and the notice that it must give. */
export interface Sample {
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  payload: unknown;
  topic: string;
  text: string;
}

export interface ServiceName {
  /** The last part of its address. */
  name: string;
  display_name: string;
  category: Category;
}

interface ServiceHead extends ServiceName {
  /** How to make the service post to a URL, in Markdown, with URL in its place. Absent: it has a field for webhooks. */
  setup?: string;
  /** Deliveries of each kind. A test compares their notices. */
  samples: readonly Sample[];
}

/**
 * What a service posts about an event. The templates are Liquid; their variables are the fields of the payload, and
 * `delivery` with `event`, `headers`, `query` and `payload`.
 */
export interface EventTemplate {
  /** The names of the event; absent: any. */
  on?: string | readonly string[];
  /** A condition in Liquid. */
  when?: string;
  /** Paths of fields without which the payload is invalid. */
  needs?: readonly string[];
  /** Plain text. Absent: the topic of the service. */
  topic?: string;
  /** Markdown; values of the payload are escaped. Absent: nothing is posted about the event. */
  text?: string;
}

/** A service whose notices are templates. */
export interface TemplateService extends ServiceHead {
  /** The header with the event's name, if a delivery without it is invalid. */
  header?: string;
  /** The event's name. */
  event?: string;
  /** Whether people write the body themselves. A body of plain text is the field `message` then. */
  accepts_text?: boolean;
  /** The first one that fits a delivery counts. */
  events: readonly EventTemplate[];
  /** Assignments for all templates of the service. */
  shared?: string;
  topic: string;
  /** The list in the payload whose entries may have different topics. Each topic receives a message of its own. */
  split?: string;
  branch?: string;
  /** A condition for `isPrivate`. */
  private?: string;
}

/** A service whose notices need code. */
export interface CodeService extends ServiceHead {
  all_event_types: readonly string[] | null;
  /** How many characters it reads of all texts of a payload. Absent: any number. */
  most_text?: number;
  /**
   * undefined: no notice. Throws any error for an invalid payload (ANOMALOUS_WEBHOOK_PAYLOAD), and `unsupported` for
   * unknown events.
   */
  read(delivery: Delivery): Notice | undefined;
  /** A notice for each topic of a delivery. Absent: it has one topic. Throws like `read`. */
  readParts?(delivery: Delivery): Notice[];
}

/** A service that posts to /external/{name}. */
export type Service = TemplateService | CodeService;

/** HelloSign repeats a delivery for days, unless the answer contains this. */
export const HELLOSIGN_ANSWER = 'Hello API Event Received';

/** Where notices about events go, and about which events. */
export interface WebhookOptions {
  /** A channel's name or id; undefined: a direct message to the bot's owner. */
  stream?: string | undefined;
  /** undefined: the service decides. */
  topic?: string | undefined;
  /** Event names, with `*` for anything. */
  only_events?: readonly string[] | undefined;
  exclude_events?: readonly string[] | undefined;
  /** Names of Git branches, with `*` for anything. */
  branches?: readonly string[] | undefined;
  ignore_private_repositories?: boolean | undefined;
  /** A person sends it, so it is posted even if the same delivery came before. */
  isDeliberate?: boolean | undefined;
}
