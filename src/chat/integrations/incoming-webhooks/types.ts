/** A delivery of another program. */
export interface Delivery {
  /** Its JSON of unknown shape. */
  payload: unknown;
  header(name: string): string | undefined;
  /** The service's own parameters in the URL. */
  options: { name: string; desc: string };
}

/** The notice about it. */
export interface Notice {
  /** The event, by the other program's name for it; undefined: the service has no event types. */
  event?: string;
  topic: string;
  /** Markdown. */
  content: string;
}

/** A service that posts to /external/{name}. */
export interface Service {
  name: string;
  display_name: string;
  /** null: it has no event types. */
  all_event_types: readonly string[] | null;
  /**
   * undefined: no notice. Throws any error for an invalid payload (ANOMALOUS_WEBHOOK_PAYLOAD), and `unsupported` for
   * unknown events.
   */
  read(delivery: Delivery): Notice | undefined;
}
