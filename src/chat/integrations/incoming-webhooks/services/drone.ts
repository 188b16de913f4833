import type { Sample, TemplateService } from '../types.ts';

/** What Drone and Woodpecker send. `build` is called `pipeline` in Woodpecker. */
const family: Pick<TemplateService, 'category' | 'event' | 'shared' | 'topic' | 'branch' | 'events'> = {
  category: 'continuous-integration',
  event: '{{ delivery.payload.event | default: "build" }}',
  shared: `
{% assign found = build | default: pipeline %}
{% assign state = found.status | default: action %}
{% assign branch = found.target | default: found.branch %}
{% assign sha = found.after | default: found.commit %}
{% assign url = found.link | default: found.forge_url | default: repo.link %}`,
  topic: '{{ repo.slug | default: repo.full_name | default: repo.name }}{% if branch %} / {{ branch }}{% endif %}',
  branch: '{{ branch }}',
  events: [
    {
      when: 'found',
      text: `{% if state == 'success' %}:check: {% elsif state == 'failure' or state == 'error' %}:cross_mark: {% endif %}\
Build {{ found.number | link: url }} of {{ repo.slug | default: repo.full_name | default: repo.name | link: repo.link }}: \
{{ state | words | bold }}{% if found.event %} ({{ found.event | words }}){% endif %}.
* {{ found.message | first_line }} ({{ sha | short_sha | code }})\
{% if found.author_name or found.author_login or found.author %} by \
{{ found.author_name | default: found.author_login | default: found.author }}{% endif %}`,
    },
    {
      when: 'user or repo',
      text: '{{ delivery.event | words | sentence_case }} {{ action | words }}: {{ repo.slug | default: user.login | bold }}.',
    },
  ],
};

const sample = (name: 'build' | 'pipeline'): Sample => ({
  payload: {
    event: 'build',
    action: 'updated',
    repo: { slug: 'crew/klatch', link: 'https://example.com/klatch' },
    [name]: {
      number: 7,
      status: 'failure',
      event: 'push',
      target: 'main',
      after: '0123456789abcdef',
      message: 'Fix it',
    },
  },
  topic: 'crew/klatch / main',
  text: ':cross_mark: Build [7](https://example.com/klatch) of [crew/klatch](https://example.com/klatch): **failure** (push).\n* Fix it (`0123456789a`)',
});

export const drone: TemplateService = {
  name: 'drone',
  display_name: 'Drone',
  ...family,
  samples: [sample('build')],
};

export const woodpecker: TemplateService = {
  name: 'woodpecker',
  display_name: 'Woodpecker',
  ...family,
  samples: [sample('pipeline')],
};
