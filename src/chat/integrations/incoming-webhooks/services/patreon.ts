import type { TemplateService } from '../types.ts';

export const patreon: TemplateService = {
  name: 'patreon',
  display_name: 'Patreon',
  category: 'financial',
  event: "{{ delivery.headers['x-patreon-event'] | default: 'event' }}",
  shared: `
{% assign found = data.attributes %}
{% assign campaign = included | where: 'type', 'campaign' | first %}
{% assign user = included | where: 'type', 'user' | first %}
{% assign tier = included | where: 'type', 'tier' | first %}
{% assign who = found.full_name | default: user.attributes.full_name | default: 'Somebody' | link: user.attributes.url %}
{% assign amount = found.currently_entitled_amount_cents | default: found.will_pay_amount_cents | default: found.pledge_amount_cents \
| default: found.amount_cents | money %}`,
  topic: '{{ campaign.attributes.creation_name | default: campaign.attributes.vanity | default: "Patreon" }}',
  events: [
    { on: 'members:pledge:create', text: '{{ who }} pledged {{ amount | bold }} a month. :tada:' },
    { on: 'members:pledge:update', text: '{{ who }} updated the pledge to {{ amount | bold }} a month.' },
    { on: 'members:pledge:delete', text: '{{ who }} ended the pledge of {{ amount | bold }} a month.' },
    {
      on: ['members:create', 'members:update', 'members:delete'],
      text: `{{ who }} {% case delivery.event %}{% when 'members:create' %}became a member. :tada:\
{% when 'members:delete' %}is no longer a member.{% else %}changed the membership.{% endcase %}\
{% if campaign.attributes.patron_count %} {{ campaign.attributes.patron_count | plural: 'patron' }} in total.{% endif %}`,
    },
    {
      needs: ['data'],
      text: `{{ who }}: {{ delivery.event | words }}\
{% if found.patron_status %} ({{ found.patron_status | words }}){% endif %}.\
{% if campaign.attributes.patron_count %} {{ campaign.attributes.patron_count | plural: 'patron' }}.{% endif %}\
{{ found.title | default: found.content | quote }}`,
    },
  ],
  samples: [
    {
      headers: { 'X-Patreon-Event': 'members:create' },
      payload: {
        data: { attributes: { full_name: 'Ann' } },
        included: [{ type: 'campaign', attributes: { creation_name: 'Marmots', patron_count: 7 } }],
      },
      topic: 'Marmots',
      text: 'Ann became a member. :tada: 7 patrons in total.',
    },
    {
      headers: { 'X-Patreon-Event': 'members:pledge:create' },
      payload: {
        data: { attributes: { full_name: 'Ann', currently_entitled_amount_cents: 500 } },
        included: [{ type: 'campaign', attributes: { creation_name: 'Marmots' } }],
      },
      topic: 'Marmots',
      text: 'Ann pledged **5.00** a month. :tada:',
    },
  ],
};
