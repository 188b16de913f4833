import type { Sample, TemplateService } from '../types.ts';

/**
 * The programs of this family have no webhooks: a command of theirs posts the variables that it is called with. Their
 * names have the prefix of the program, or none; Icinga's own JSON has objects.
 */
const VARIABLE = (name: string, other = `''`): string =>
  `${name} | default: NAGIOS_${name} | default: ICINGA_${name} | default: NOTIFY_${name} | default: ${other}`;

const SHARED = `
{% assign host_name = ${VARIABLE('HOSTNAME', 'host.name')} | default: object.tags.host %}
{% assign host_shown = ${VARIABLE('HOSTALIAS')} | default: ${VARIABLE('HOSTDISPLAYNAME')} | default: host.display_name | default: host_name %}
{% assign service_name = ${VARIABLE('SERVICEDESC')} | default: ${VARIABLE('SERVICEDISPLAYNAME')} \
| default: SERVICENAME | default: service.name | default: object.tags.service %}
{% assign kind = ${VARIABLE('NOTIFICATIONTYPE', 'notification.type')} | default: event.type | downcase \
| remove: '-' | split: ' ' | first %}
{% if service_name != '' and service_name %}
{% assign state = ${VARIABLE('SERVICESTATE', 'service.state')} | default: incident.severity %}
{% assign before = ${VARIABLE('LASTSERVICESTATE')} | default: NOTIFY_PREVIOUSSERVICEHARDSTATE %}
{% assign output = ${VARIABLE('SERVICEOUTPUT', 'service.output')} | default: event.message %}
{% assign url = ${VARIABLE('SERVICEURL')} | default: ${VARIABLE('SERVICEACTIONURL')} | default: object.url %}
{% else %}
{% assign state = ${VARIABLE('HOSTSTATE', 'host.state')} | default: incident.severity %}
{% assign before = ${VARIABLE('LASTHOSTSTATE')} | default: NOTIFY_PREVIOUSHOSTHARDSTATE %}
{% assign output = ${VARIABLE('HOSTOUTPUT', 'host.output')} | default: event.message %}
{% assign url = ${VARIABLE('HOSTURL')} | default: ${VARIABLE('HOSTACTIONURL')} | default: object.url %}
{% endif %}
{% assign beginning = url | slice: 0, 1 %}
{% if beginning == '/' and delivery.query.url %}{% assign url = delivery.query.url | append: url %}{% endif %}
{% assign author = ${VARIABLE('NOTIFICATIONAUTHOR', 'notification.author')} | default: NOTIFICATIONAUTHORNAME | default: event.username %}
{% assign comment = ${VARIABLE('NOTIFICATIONCOMMENT', 'notification.comment')} %}
{% assign time = ${VARIABLE('LONGDATETIME')} | default: ${VARIABLE('SHORTDATETIME')} | default: event.time %}
{% assign level = state | downcase %}`;

const TEXT = `
{% capture what %}{{ service_name | default: host_shown }}{% endcapture %}
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
{{ state | upcase | default: 'CHANGED' | bold }}{% if before and before != '' and before != state %} (was {{ before }}){% endif %}\
{% if kind contains 'flapping' %} ({{ kind }}){% endif %}.
{% endcase %}
{{ output | code_block }}
{% if comment and comment != '' %}
{% if author and author != '' %}{{ author }}: {% endif %}{{ comment }}
{% endif %}
{% if time and time != '' %}
* Time: {{ time }}
{% endif %}`;

const MAIN = {
  category: 'monitoring',
  topic: '{{ host_shown | default: object.name }}',
  shared: SHARED,
} as const;

const FITS = 'host_shown or service_name';

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
  events: [{ when: FITS, text: TEXT }],
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
  events: [{ when: FITS, text: TEXT }],
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
  events: [{ when: FITS, text: TEXT }],
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
    sample({ NOTIFY_NOTIFICATIONTYPE: 'DOWNTIMESTART', NOTIFY_HOSTNAME: 'one', NOTIFY_HOSTSTATE: 'UP' }, [
      'one',
      ':tools: The downtime of **one** begins.',
    ]),
  ],
};
