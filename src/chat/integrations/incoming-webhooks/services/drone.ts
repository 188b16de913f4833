import type { Sample, TemplateService } from '../types.ts';

/**
 * What Drone and Woodpecker send, and their webhook plugins. `build` is called `pipeline` in Woodpecker. Drone's `link`
 * leads to the commit; the page of the build is on its own server.
 */
const family: Pick<TemplateService, 'category' | 'event' | 'shared' | 'topic' | 'branch' | 'events'> = {
  category: 'continuous-integration',
  event: `{{ delivery.headers['x-drone-event'] | default: delivery.payload.event | default: 'build' }}`,
  shared: `
{% assign found = build | default: pipeline %}
{% assign state = found.status | default: action %}
{% assign branch = found.target | default: found.branch %}
{% assign sha = found.after %}
{% if found.commit | is_text %}{% assign sha = found.commit %}{% endif %}
{% assign title = found.message | default: found.title | first_line %}
{% assign joined = repo.owner | append: '/' | append: repo.name %}
{% unless repo.owner %}{% assign joined = repo.name %}{% endunless %}
{% assign repo_name = repo.slug | default: repo.full_name | default: joined %}
{% assign repo_url = repo.link | default: repo.forge_url | default: repo.link_url %}
{% assign url = found.link | default: found.forge_url | default: repo_url %}
{% if system.link and repo.slug %}
{% assign url = system.link | append: '/' | append: repo.slug | append: '/' | append: found.number %}
{% endif %}
{% assign who = found.author_name | default: found.author_login | default: found.author | default: found.sender %}
{% assign steps = found.stages | default: found.workflows %}`,
  topic: '{{ repo_name }}{% if branch %} / {{ branch }}{% endif %}',
  branch: '{{ branch }}',
  events: [
    {
      when: 'found',
      text: `{% if state == 'success' %}:check: {% elsif state == 'failure' or state == 'error' or state == 'killed' %}:cross_mark: {% endif %}\
Build {{ found.number | link: url }} of {{ repo_name | link: repo_url }}: \
{{ state | words | bold }}{% if found.event %} ({{ found.event | words }}\
{% if found.deploy_to %} to {{ found.deploy_to }}{% endif %}{% if found.cron %} {{ found.cron }}{% endif %}){% endif %}.
{% if title != '' or sha %}
* {{ title }}{% if sha %} ({{ sha | short_sha | code }}){% endif %}{% if who %} by {{ who }}{% endif %}
{% endif %}
{% for step in steps limit: 10 %}
{% if step.status == 'failure' or step.status == 'error' or step.state == 'failure' or step.state == 'error' %}
* Failed: {{ step.name }}{% if step.error %}: {{ step.error | first_line }}{% endif %}
{% endif %}
{% endfor %}
{{ found.error | code_block }}`,
    },
    {
      when: 'user or repo',
      text: '{{ delivery.event | words | sentence_case }} {{ action | words }}: {{ repo.slug | default: user.login | link: repo.link | bold }}.',
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
  samples: [
    sample('build'),
    {
      headers: { 'X-Drone-Event': 'user' },
      payload: { action: 'created', user: { login: 'grace' } },
      topic: 'Drone',
      text: 'User created: **grace**.',
    },
    {
      payload: {
        event: 'build',
        action: 'updated',
        repo: { slug: 'crew/klatch', link: 'https://git.example.com/crew/klatch' },
        build: {
          number: 7,
          status: 'failure',
          event: 'promote',
          deploy_to: 'production',
          link: 'https://git.example.com/crew/klatch/commit/0123456',
          target: 'main',
          after: '0123456789abcdef',
          message: 'Fix it',
          author_login: 'mia',
          stages: [
            { name: 'test', status: 'failure' },
            { name: 'lint', status: 'success' },
          ],
        },
        system: { link: 'https://drone.example.com' },
      },
      topic: 'crew/klatch / main',
      text: ':cross_mark: Build [7](https://drone.example.com/crew/klatch/7) of [crew/klatch](https://git.example.com/crew/klatch): **failure** (promote to production).\n* Fix it (`0123456789a`) by mia\n* Failed: test',
    },
    {
      payload: {
        repo: { owner: 'crew', name: 'klatch' },
        build: {
          number: 7,
          status: 'success',
          event: 'tag',
          tag: 'v1',
          link: 'https://drone.example.com/7',
          author: 'mia',
        },
      },
      topic: 'crew/klatch',
      text: ':check: Build [7](https://drone.example.com/7) of crew/klatch: **success** (tag).',
    },
  ],
};

export const woodpecker: TemplateService = {
  name: 'woodpecker',
  display_name: 'Woodpecker',
  ...family,
  samples: [sample('pipeline')],
};
