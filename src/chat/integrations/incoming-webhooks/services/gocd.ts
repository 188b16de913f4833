import type { TemplateService } from '../types.ts';

export const gocd: TemplateService = {
  name: 'gocd',
  display_name: 'GoCD',
  category: 'continuous-integration',
  event: '{{ type | default: "stage" }}',
  topic: '{{ pipeline.name | default: data.pipeline.name }}{% if agent %}{{ agent.hostname }}{% endif %}',
  events: [
    {
      on: 'agent',
      text: 'Agent {{ data.agent_host_name | bold }} is {{ data.agent_state | words }} ({{ data.build_state | words }}).',
    },
    {
      when: 'data.pipeline or pipeline',
      text: `
{% assign found = data.pipeline | default: pipeline %}
{% assign stage = found.stage %}
{% assign cause = found["build-cause"][0] %}
{% assign state = stage.result | default: stage.state %}
{% if stage.state == 'Passed' %}:check: {% elsif stage.state == 'Failed' %}:cross_mark: {% endif %}\
Pipeline {{ found.name | bold }} #{{ found.counter | default: '?' }}, stage {{ stage.name | bold }}: \
{{ stage.state | words }}{% if stage.result and stage.result != stage.state %} ({{ stage.result | words }}){% endif %}.
{% for job in stage.jobs limit: 20 %}
{% if job.result == 'Failed' or job.result == 'Cancelled' %}
* Job {{ job.name | bold }}: {{ job.result | words }}
{% endif %}
{% endfor %}
{% if cause %}
* {{ cause.material['git-configuration'].branch | default: cause.material.type | code }}: \
{% assign source = cause.material['git-configuration'].url | default: cause.material.fingerprint %}\
{{ source | link: source }}
{% for change in cause.modifications limit: 10 %}
* {{ change.data.message | default: change.data.comment | default: 'commit' | first_line }} \
({{ change.revision | short_sha | code }}){% if change.data.author %} by {{ change.data.author }}{% endif %}
{% endfor %}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        type: 'stage',
        data: {
          pipeline: {
            name: 'Pipeline',
            counter: '3',
            'build-cause': [
              {
                material: { type: 'git', 'git-configuration': { branch: 'main', url: 'https://example.com/klatch' } },
                modifications: [{ revision: '0123456789abcdef', data: { message: 'Fix it' } }],
              },
            ],
            stage: { name: 'build', state: 'Passed', result: 'Passed' },
          },
        },
      },
      topic: 'Pipeline',
      text: ':check: Pipeline **Pipeline** #3, stage **build**: passed.\n* `main`: [https&#58;//example&#46;com/klatch](https://example.com/klatch)\n* Fix it (`0123456789a`)',
    },
    {
      payload: {
        type: 'stage',
        data: {
          pipeline: {
            name: 'shop',
            counter: '6',
            stage: {
              name: 'test',
              state: 'Failed',
              result: 'Failed',
              jobs: [
                { name: 'lint', state: 'Completed', result: 'Failed' },
                { name: 'unit', state: 'Completed', result: 'Passed' },
              ],
            },
            'build-cause': [
              {
                material: { type: 'git', 'git-configuration': { branch: 'main', url: 'https://example.com/shop.git' } },
                modifications: [{ revision: '0123456789abcdef', data: {} }],
              },
            ],
          },
        },
      },
      topic: 'shop',
      text: ':cross_mark: Pipeline **shop** #6, stage **test**: failed.\n* Job **lint**: failed\n* `main`: [https&#58;//example&#46;com/shop.git](https://example.com/shop.git)\n* commit (`0123456789a`)',
    },
  ],
};
