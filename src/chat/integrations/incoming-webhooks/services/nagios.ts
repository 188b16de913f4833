import { OWN_FIELDS } from '../rendering/fallback.ts';
import type { Sample, TemplateService } from '../types.ts';

/**
 * The programs of this family have no webhooks: a command of theirs posts the variables that it is called with. Their
 * names have the prefix of the program, or none, and scripts give them others; Icinga's own JSON has objects.
 */
const variable = (name: string, ...others: string[]): string =>
  `delivery.payload | find_field: ${[name, `NAGIOS_${name}`, `ICINGA_${name}`, `NOTIFY_${name}`, ...others]
    .map((one) => `'${one}'`)
    .join(', ')}`;

const SHARED = `
{% assign tagged_host = object.tags.host %}
{% assign tagged_service = object.tags.service %}
{% assign host_name = ${variable('HOSTNAME', 'host')} | default: tagged_host %}
{% assign host_shown = ${variable('HOSTALIAS', 'HOSTDISPLAYNAME', 'NOTIFY_HOSTDISPLAYNAME')} | default: host_name %}
{% assign service_name = ${variable('SERVICEDESC', 'SERVICEDISPLAYNAME', 'ICINGA_SERVICEDISPLAYNAME', 'SERVICENAME', 'service')} \
| default: tagged_service %}
{% assign kind = ${variable('NOTIFICATIONTYPE')} | default: event.type | downcase | remove: '-' | split: ' ' | first %}
{% if service_name %}
{% assign state = ${variable('SERVICESTATE', 'state', 'status')} | default: incident.severity %}
{% assign before = ${variable('LASTSERVICESTATE', 'NOTIFY_PREVIOUSSERVICEHARDSTATE')} %}
{% assign output = ${variable('SERVICEOUTPUT', 'output')} | default: event.message %}
{% assign url = ${variable('SERVICEURL', 'NAGIOS_SERVICEACTIONURL', 'SERVICEACTIONURL', 'ICINGA_SERVICEACTIONURL', 'object url', 'url')} %}
{% else %}
{% assign state = ${variable('HOSTSTATE', 'state', 'status')} | default: incident.severity %}
{% assign before = ${variable('LASTHOSTSTATE', 'NOTIFY_PREVIOUSHOSTHARDSTATE')} %}
{% assign output = ${variable('HOSTOUTPUT', 'output')} | default: event.message %}
{% assign url = ${variable('HOSTURL', 'NAGIOS_HOSTACTIONURL', 'HOSTACTIONURL', 'ICINGA_HOSTACTIONURL', 'object url', 'url')} %}
{% endif %}
{% assign beginning = url | slice: 0, 1 %}
{% if beginning == '/' and delivery.query.url %}{% assign url = delivery.query.url | append: url %}{% endif %}
{% assign author = ${variable('NOTIFICATIONAUTHOR', 'NOTIFICATIONAUTHORNAME')} | default: event.username %}
{% assign comment = ${variable('NOTIFICATIONCOMMENT')} %}
{% assign time = ${variable('LONGDATETIME', 'SHORTDATETIME', 'NOTIFY_SHORTDATETIME')} | default: event.time %}
{% assign level = state | downcase %}`;

const TEXT = `
{% capture what %}{{ service_name | default: host_shown | default: object.name }}{% endcapture %}
{% case kind %}
{% when 'acknowledgement' or 'acknowledgementset' %}:memo: {{ author | default: 'Somebody' | bold }} acknowledged {{ what | link: url | bold }}\
{% if service_name %} on {{ host_shown }}{% endif %}{% if state %} ({{ state }}){% endif %}.
{% when 'downtimestart' %}:tools: The downtime of {{ what | link: url | bold }}\
{% if service_name %} on {{ host_shown }}{% endif %} begins.
{% when 'downtimeend' or 'downtimestop' or 'downtimeremoved' or 'downtimecancelled' %}:tools: The downtime of \
{{ what | link: url | bold }}{% if service_name %} on {{ host_shown }}{% endif %} is over.
{% else %}
{% if level == 'ok' or level == 'up' or kind == 'recovery' %}:check: {% elsif level == 'warning' %}:warning: \
{% else %}:alert: {% endif %}{{ what | link: url | bold }}{% if service_name %} on {{ host_shown }}{% endif %}: \
{{ state | upcase | default: 'CHANGED' | bold }}{% if before and before != state %} (was {{ before }}){% endif %}\
{% if kind contains 'flapping' %} ({{ kind }}){% endif %}.
{% endcase %}
{{ output | code_block }}
{% if comment %}
{% if author %}{{ author }}: {% endif %}{{ comment }}
{% endif %}
{% if time %}
* Time: {{ time }}
{% endif %}`;

const MAIN: Pick<TemplateService, 'category' | 'accepts_text' | 'topic' | 'shared' | 'events'> = {
  category: 'monitoring',
  accepts_text: true,
  topic: '{{ host_shown | default: object.name }}',
  shared: SHARED,
  events: [{ when: 'state or kind', text: TEXT }, OWN_FIELDS],
};

const sample = (payload: object, [topic, text]: readonly [string, string]): Sample => ({ payload, topic, text });

export const nagios: TemplateService = {
  ...MAIN,
  name: 'nagios',
  display_name: 'Nagios',
  setup: `Add a command that posts its variables, and use it for your contacts:

\`\`\`text
define command {
  command_name notify-klatch
  command_line /usr/bin/curl -s URL -d NOTIFICATIONTYPE="$NOTIFICATIONTYPE$" -d HOSTSTATE="$HOSTSTATE$" \\
    --data-urlencode HOSTNAME="$HOSTNAME$" --data-urlencode HOSTOUTPUT="$HOSTOUTPUT$" \\
    --data-urlencode SERVICEDESC="$SERVICEDESC$" -d SERVICESTATE="$SERVICESTATE$" \\
    --data-urlencode SERVICEOUTPUT="$SERVICEOUTPUT$" \\
    --data-urlencode NOTIFICATIONAUTHOR="$NOTIFICATIONAUTHOR$" \\
    --data-urlencode NOTIFICATIONCOMMENT="$NOTIFICATIONCOMMENT$" --data-urlencode LONGDATETIME="$LONGDATETIME$"
}
\`\`\``,
  samples: [
    sample(
      {
        NOTIFICATIONTYPE: 'PROBLEM',
        HOSTNAME: 'one',
        HOSTSTATE: 'UP',
        SERVICEDESC: 'Disk',
        SERVICESTATE: 'CRITICAL',
        SERVICEOUTPUT: 'DISK CRITICAL - 2% free',
        LONGDATETIME: 'Fri Jan 2 03:04:05 UTC 2026',
      },
      [
        'one',
        ':alert: **Disk** on one: **CRITICAL**.\n\n```\nDISK CRITICAL - 2% free\n```\n\n* Time: Fri Jan 2 03&#58;04:05 UTC 2026',
      ],
    ),
    sample({ NAGIOS_NOTIFICATIONTYPE: 'RECOVERY', NAGIOS_HOSTNAME: 'one', NAGIOS_HOSTSTATE: 'UP' }, [
      'one',
      ':check: **one**: **UP**.',
    ]),
  ],
};

export const icinga: TemplateService = {
  ...MAIN,
  name: 'icinga',
  display_name: 'Icinga',
  setup: `With Icinga Notifications, create a channel of the type *Webhook* with this request body:
\`{{json .}}\`. With notification scripts, post their variables:

\`\`\`sh
curl -s URL -d NOTIFICATIONTYPE="$NOTIFICATIONTYPE" -d HOSTSTATE="$HOSTSTATE" -d SERVICESTATE="$SERVICESTATE" \\
  --data-urlencode HOSTNAME="$HOSTNAME" --data-urlencode HOSTOUTPUT="$HOSTOUTPUT" \\
  --data-urlencode SERVICENAME="$SERVICENAME" \\
  --data-urlencode SERVICEOUTPUT="$SERVICEOUTPUT" --data-urlencode NOTIFICATIONAUTHOR="$NOTIFICATIONAUTHORNAME" \\
  --data-urlencode NOTIFICATIONCOMMENT="$NOTIFICATIONCOMMENT"
\`\`\``,
  samples: [
    sample(
      {
        NOTIFICATIONTYPE: 'ACKNOWLEDGEMENT',
        HOSTNAME: 'one',
        SERVICENAME: 'disk',
        SERVICESTATE: 'WARNING',
        SERVICEOUTPUT: 'DISK WARNING',
        NOTIFICATIONAUTHOR: 'grace',
        NOTIFICATIONCOMMENT: 'I look at it',
      },
      [
        'one',
        ':memo: **grace** acknowledged **disk** on one (WARNING).\n\n```\nDISK WARNING\n```\n\ngrace: I look at it',
      ],
    ),
    sample(
      {
        object: { name: 'one', tags: { host: 'one' } },
        incident: { severity: 'crit' },
        event: { type: 'acknowledgement-set', username: 'grace', message: 'I look at it' },
      },
      ['one', ':memo: **grace** acknowledged **one** (crit).\n\n```\nI look at it\n```'],
    ),
    sample(
      {
        object: { name: 'one!disk', url: 'https://example.com/icinga', tags: { host: 'one', service: 'disk' } },
        incident: { id: 7, url: 'https://example.com/incident', severity: 'crit' },
        event: { time: '2026-01-02T03:04:05Z', type: 'state', message: 'DISK CRITICAL' },
      },
      [
        'one',
        ':alert: **[disk](https://example.com/icinga)** on one: **CRIT**.\n\n```\nDISK CRITICAL\n```\n\n* Time: 2026-01-02T03&#58;04&#58;05Z',
      ],
    ),
  ],
};

export const checkmk: TemplateService = {
  ...MAIN,
  name: 'checkmk',
  display_name: 'Checkmk',
  setup: `Save this script as \`local/share/check_mk/notifications/klatch\` of your site, make it executable, and choose
it as the method of a notification rule. For links in the messages, add the address of your server to the URL, such as
\`?url=https://monitoring.example.com\`:

\`\`\`sh
#!/bin/sh
# Klatch
env | grep ^NOTIFY_ | sed 's/=.*//' | while read -r name; do
  printf '%s=%s\\0' "$name" "$(printenv "$name")"
done | xargs -0 -n 1 printf -- '--data-urlencode\\0%s\\0' | xargs -0 curl -s URL
\`\`\``,
  samples: [
    sample(
      {
        NOTIFY_WHAT: 'SERVICE',
        NOTIFY_NOTIFICATIONTYPE: 'PROBLEM',
        NOTIFY_HOSTNAME: 'one',
        NOTIFY_HOSTALIAS: 'Server one',
        NOTIFY_SERVICEDESC: 'CPU load',
        NOTIFY_SERVICESTATE: 'WARNING',
        NOTIFY_PREVIOUSSERVICEHARDSTATE: 'OK',
        NOTIFY_SERVICEOUTPUT: '15 min load: 9.1',
        NOTIFY_SERVICEURL: 'https://example.com/checkmk/cpu',
        NOTIFY_SHORTDATETIME: '2026-01-02 03:04:05',
      },
      [
        'Server one',
        ':warning: **[CPU load](https://example.com/checkmk/cpu)** on Server one: **WARNING** (was OK).\n\n```\n15 min load: 9.1\n```\n\n* Time: 2026-01-02 03&#58;04&#58;05',
      ],
    ),
    {
      query: { url: 'https://example.com' },
      payload: {
        NOTIFY_NOTIFICATIONTYPE: 'RECOVERY',
        NOTIFY_HOSTNAME: 'one',
        NOTIFY_HOSTSTATE: 'UP',
        NOTIFY_HOSTURL: '/site/check_mk/one',
      },
      topic: 'one',
      text: ':check: **[one](https://example.com/site/check_mk/one)**: **UP**.',
    },
    {
      query: { url: 'https://example.com' },
      payload: {
        host: 'one',
        service: 'CPU load',
        notification_type: 'PROBLEM',
        status: 'CRITICAL',
        output: '15 min load: 9.1',
        url: '/site/check_mk/cpu',
      },
      topic: 'one',
      text: ':alert: **[CPU load](https://example.com/site/check_mk/cpu)** on one: **CRITICAL**.\n\n```\n15 min load: 9.1\n```',
    },
    sample({ NOTIFY_NOTIFICATIONTYPE: 'DOWNTIMESTART', NOTIFY_HOSTNAME: 'one', NOTIFY_HOSTSTATE: 'UP' }, [
      'one',
      ':tools: The downtime of **one** begins.',
    ]),
  ],
};
