/** A service of the organization: an administrator wrote what it posts. */
export interface WebhookTemplate {
  id: number;
  name: string;
  /** What it posts, in the form of templates/template-text.ts. */
  text: string;
}
