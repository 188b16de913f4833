import type { TemplateService } from '../types.ts';

const FACTS = (of: string): string => `{% assign level_name = ${of}.level | default: level %}
{% if level_name %}
* Level: {{ level_name }}
{% endif %}
{% assign place = ${of}.culprit | default: culprit %}
{% if place %}
* In: {{ place | code }}
{% endif %}
{% if ${of}.environment %}
* Environment: {{ ${of}.environment }}
{% endif %}
{% if ${of}.platform %}
* Platform: {{ ${of}.platform }}
{% endif %}
{% assign happened_at = ${of}.datetime | default: ${of}.timestamp | default: ${of}.lastSeen %}
{% if happened_at %}
* Time: {{ happened_at | time }}
{% endif %}`;

/** The lines of code around the newest frame of the error that has them. */
const CODE = `
{% assign exception = found.exception.values | last %}
{% assign shown = nil %}
{% assign trace = exception.stacktrace | default: found.stacktrace %}
{% for frame in trace.frames %}
{% if frame.context_line %}
{% assign shown = frame %}
{% endif %}
{% endfor %}
{% if shown %}
{{ shown.filename | code }}{% if shown.lineno %}, line {{ shown.lineno }}{% endif %}:
{% assign code = shown.pre_context | concat_lines: shown.context_line, shown.post_context %}
{{ code | code_block: found.platform }}
{% endif %}`;

/** Issues and events: integrations send them as `data`, the older plugin directly. */
export const sentry: TemplateService = {
  name: 'sentry',
  display_name: 'Sentry',
  category: 'monitoring',
  event: `
{% if data.issue %}issue{% elsif data.event or data.error or event %}event{% elsif data %}\
{{ delivery.headers['sentry-hook-resource'] | default: 'unknown' }}{% endif %}`,
  shared: `
{% assign found = data.event | default: data.error | default: event %}
{% assign issue = data.issue %}
{% assign title = found.title | default: found.message | default: found.logentry.formatted | default: found.metadata.title \
| default: message | default: found.culprit %}`,
  topic: '{{ issue.title | default: title | default: project_name | default: "Sentry" | first_line }}',
  events: [
    {
      on: 'issue',
      needs: ['data.issue'],
      text: `
{% assign url = issue.web_url | default: issue.permalink %}
{% assign done = action | default: 'updated' %}
{% assign by = actor.name %}
Issue {{ issue.title | default: issue.culprit | default: issue.shortId | default: 'without a title' | first_line | link: url }} \
{% if done == 'assigned' %}was assigned to {% if issue.assignedTo.type == 'team' %}the team {% endif %}\
{{ issue.assignedTo.name | default: issue.assignedTo.email | default: 'somebody' | bold }}\
{% elsif done == 'unresolved' %}is unresolved{% elsif done == 'triggered' %}triggered an alert\
{% if data.activity.type %} ({{ data.activity.type | words }}){% endif %}{% else %}was {{ done | words }}{% endif %}\
{% if issue.substatus and done == 'unresolved' %} ({{ issue.substatus | words }}){% endif %}\
{% if actor.type != 'application' and by %} by {{ by }}{% endif %}.
{% if issue.project.name %}
* Project: {{ issue.project.name }}
{% endif %}
${FACTS('issue')}
{% if issue.count %}
* Events: {{ issue.count }}{% if issue.userCount > 0 %}, {{ issue.userCount | plural: 'user' }}{% endif %}
{% endif %}
{% assign is_said = false %}
{% if issue.metadata.value and issue.title contains issue.metadata.value %}
{% assign is_said = true %}
{% endif %}
{% unless is_said %}
{{ issue.metadata.value | quote }}
{% endunless %}`,
    },
    // What the libraries of Sentry send to try a project.
    { on: 'event', when: "event.message contains 'This is an example' and event.platform == nil" },
    {
      on: 'event',
      text: `
{% assign page = found.web_url | default: url %}
{% assign rule = data.triggered_rule | default: triggered_rule | default: triggering_rules[0] %}
{{ title | default: 'An event without a title' | first_line | link: page }} happened\
{% if rule %} ({{ rule }}){% endif %}.
{% assign project = project_name | default: found.project_name %}
{% if project %}
* Project: {{ project }}
{% endif %}
${FACTS('found')}
${CODE}
{% assign message = found.message | default: found.logentry.formatted %}
{% if message and message != title %}{{ message | quote }}{% endif %}`,
    },
    {
      on: ['metric_alert', 'event_alert'],
      topic: '{{ data.metric_alert.title | default: data.description_title | default: "Sentry" }}',
      text: `{{ data.description_title | default: data.metric_alert.title | link: data.web_url | bold }}: {{ action | words }}\
{{ data.description_text | quote }}`,
    },
    {
      on: 'installation',
      text: `The integration {{ data.installation.app.slug | default: 'Sentry' | bold }} was {{ action | default: 'connected' | words }}\
{% if actor.name and actor.type != 'application' %} by {{ actor.name }}{% endif %}.`,
    },
    {
      on: 'comment',
      topic: '{{ data.project_slug | default: "Sentry" }}',
      text: `{{ actor.name | default: 'Somebody' }} \
{% if action == 'deleted' %}deleted a comment{% elsif action == 'updated' %}edited a comment{% else %}commented{% endif %}.\
{{ data.comment | quote }}`,
    },
  ],
  samples: [
    {
      payload: {
        action: 'created',
        actor: { type: 'user', name: 'Mia' },
        data: {
          issue: {
            title: 'TypeError',
            web_url: 'https://example.com/e',
            permalink: null,
            shortId: 'SHOP-1',
            project: { name: 'shop' },
            culprit: 'pay(card)',
            level: 'error',
          },
        },
      },
      topic: 'TypeError',
      text: 'Issue [TypeError](https://example.com/e) was created by Mia.\n* Project: shop\n* Level: error\n* In: `pay(card)`',
    },
    {
      payload: {
        action: 'created',
        data: {
          event: {
            title: 'TypeError',
            message: 'x is not a function',
            web_url: 'https://example.com/e',
            culprit: 'pay',
            platform: 'python',
            exception: {
              values: [
                {
                  stacktrace: {
                    frames: [
                      {
                        filename: 'pay.py',
                        lineno: 2,
                        pre_context: ['def pay(card):'],
                        context_line: '  x(card)',
                        post_context: ['  return'],
                      },
                    ],
                  },
                },
              ],
            },
          },
        },
      },
      topic: 'TypeError',
      text: '[TypeError](https://example.com/e) happened.\n* In: `pay`\n* Platform: python\n\n`pay.py`, line 2:\n\n```python\ndef pay(card):\n  x(card)\n  return\n```\n\n``` quote\nx is not a function\n```',
    },
    {
      payload: {
        action: 'assigned',
        actor: { type: 'user', name: 'Mia' },
        data: {
          issue: {
            title: 'TypeError',
            url: 'https://example.com/api/0/issues/1/',
            assignedTo: { type: 'team', name: 'payments' },
            metadata: { value: 'x is not a function' },
            lastSeen: '2026-05-01T10:00:00Z',
          },
        },
      },
      topic: 'TypeError',
      text: 'Issue TypeError was assigned to the team **payments** by Mia.\n* Time: <time:2026-05-01T10:00:00.000Z>\n\n``` quote\nx is not a function\n```',
    },
    {
      payload: {
        message: 'It failed',
        level: 'error',
        culprit: 'pay',
        url: 'https://example.com/e',
        project_name: 'shop',
        triggering_rules: ['New issue'],
        event: {
          timestamp: 1_700_000_000.5,
          stacktrace: { frames: [{ filename: 'pay.py', lineno: 2, context_line: 'x(card)' }] },
        },
      },
      topic: 'It failed',
      text: '[It failed](https://example.com/e) happened (New issue).\n* Project: shop\n* Level: error\n* In: `pay`\n* Time: <time:2023-11-14T22:13:20.000Z>\n\n`pay.py`, line 2:\n\n```\nx(card)\n```',
    },
    {
      payload: { event: { title: 'TypeError', culprit: 'pay' }, url: 'https://example.com/e', project_name: 'shop' },
      topic: 'TypeError',
      text: '[TypeError](https://example.com/e) happened.\n* Project: shop\n* In: `pay`',
    },
    {
      payload: {
        action: 'unresolved',
        actor: { type: 'application', name: 'Sentry' },
        data: { issue: { title: 'TypeError', web_url: 'https://example.com/e', substatus: 'regressed' } },
      },
      topic: 'TypeError',
      text: 'Issue [TypeError](https://example.com/e) is unresolved (regressed).',
    },
    {
      headers: { 'Sentry-Hook-Resource': 'installation' },
      payload: {
        action: 'created',
        actor: { type: 'user', name: 'Mia' },
        data: { installation: { app: { slug: 'team-chat' } } },
      },
      topic: 'Sentry',
      text: 'The integration **team-chat** was created by Mia.',
    },
  ],
};
