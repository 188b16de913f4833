import type { EventTemplate, Sample } from '../types.ts';

/** The templates and samples of some of GitHub's events. */
export interface GithubEvents {
  events: readonly EventTemplate[];
  samples: readonly Sample[];
}

/** The repository, linked. */
export const REPOSITORY = '{{ repository.full_name | default: repository.name | link: repository.html_url }}';

export const PERSON = { login: 'max', html_url: 'https://example.com/max' };
export const MILESTONE = { title: 'Spring', html_url: 'https://example.com/milestone' };
export const COMMENT = { id: 1, html_url: 'https://example.com/7#1', body: 'Why?' };

/** A sample of the event with this name. */
export const event = (name: string, payload: object, [topic, text]: readonly [string, string]): Sample => ({
  headers: { 'X-GitHub-Event': name },
  payload: {
    repository: { name: 'klatch', full_name: 'octo/klatch', html_url: 'https://example.com/klatch' },
    organization: { login: 'octo' },
    sender: { login: 'mona', html_url: 'https://example.com/mona' },
    ...payload,
  },
  topic,
  text,
});
