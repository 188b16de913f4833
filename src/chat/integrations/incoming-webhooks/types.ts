/** What another program sends us. */
export interface Delivery {
  /** The JSON it sent: nothing is known of it. */
  payload: any;
  header(name: string): string | undefined;
  /** What stands in the address beside the usual. */
  options: { name: string; desc: string };
}

/** What is said of it. */
export interface Notice {
  /** What happened, by the other program's name for it; undefined: it has no kinds. */
  event?: string;
  topic: string;
  /** Markdown. */
  content: string;
}

/** A program that may send us what happens there, at /external/{name}. */
export interface Service {
  name: string;
  display_name: string;
  /** null: it has no kinds of events. */
  all_event_types: readonly string[] | null;
  /** undefined: nothing worth saying. Throws anything at what it cannot read (ANOMALOUS_WEBHOOK_PAYLOAD), `unsupported` at events it does not know. */
  read(delivery: Delivery): Notice | undefined;
}
