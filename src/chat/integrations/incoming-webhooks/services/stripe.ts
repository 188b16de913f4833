import type { TemplateService } from '../types.ts';

export const stripe: TemplateService = {
  name: 'stripe',
  display_name: 'Stripe',
  category: 'financial',
  event: '{{ type }}',
  shared: `
{% assign object = data.object %}
{% assign kind = type | split: '.' %}
{% assign page = 'https://dashboard.stripe.com/' %}
{% case object.object %}
{% when 'customer' or 'subscription' or 'invoice' or 'coupon' or 'payout' or 'transfer' or 'dispute' %}
{% assign url = page | append: object.object | append: 's/' | append: object.id %}
{% else %}
{% assign url = page | append: 'payments/' | append: object.id %}
{% endcase %}
{% assign customer = object.customer %}
{% assign customer_url = page | append: 'customers/' | append: customer %}
{% assign cents = object.amount_due | default: object.amount_paid | default: object.amount %}
{% if cents %}
{% assign amount = cents | money: object.currency %}
{% endif %}`,
  topic: '{{ customer | default: object.id | default: type }}',
  events: [
    {
      on: ['invoice.updated', 'customer.updated', 'account.application.authorized', 'account.application.deauthorized'],
      when: 'data.previous_attributes.size == 0',
    },
    { on: ['balance.available', 'payment_method.attached', 'payment_method.updated', 'setup_intent.created'] },
    {
      needs: ['data'],
      text: `
{% assign words = kind | first | words %}
{% assign noun = object.object | words | default: words | sentence_case %}
{% assign done = kind | last | words %}
{{ noun | link: url }}{% if amount %} of {{ amount | bold }}{% endif %}\
{% if customer and object.object != 'customer' %} for {{ customer | link: customer_url }}{% endif %}: {{ done | bold }}\
{% if object.status and object.status != done %} ({{ object.status | words }}){% endif %}
{% if object.name or object.email %}
* {{ object.name }} {{ object.email }}
{% endif %}
{% if object.description %}
* Description: {{ object.description }}
{% endif %}
{% if object.plan %}
{% assign price = object.plan.amount | money: object.plan.currency %}
* Plan: {{ object.plan.nickname | default: object.plan.name | default: object.plan.id }}{% if object.plan.amount %}, \
{{ price }} per {{ object.plan.interval }}{% endif %}

{% endif %}
{% if object.quantity %}
* Quantity: {{ object.quantity }}
{% endif %}
{% if object.trial_end %}
* Trial ends: {{ object.trial_end | time }}
{% endif %}
{% if object.failure_message or object.last_payment_error.message %}
* Failure: {{ object.failure_message | default: object.last_payment_error.message }}
{% endif %}
{% if object.reason %}
* Reason: {{ object.reason | words }}
{% endif %}
{% if object.percent_off or object.coupon.percent_off %}
* Discount: {{ object.percent_off | default: object.coupon.percent_off }} %
{% endif %}
{% if object.coupon.amount_off %}
{% assign off = object.coupon.amount_off | money: object.coupon.currency %}
* Discount: {{ off }}
{% endif %}
{% if object.hosted_invoice_url %}
* {{ 'Invoice' | link: object.hosted_invoice_url }}
{% endif %}
{% if object.arrival_date %}
* Arrives: {{ object.arrival_date | time }}
{% endif %}
{% if done == 'updated' %}
{% for change in data.previous_attributes limit: 10 %}
{% assign name = change[0] %}
{% assign value = object[name] %}
{% assign is_shown = value | is_object %}
{% unless is_shown %}
* {{ name | words | sentence_case }} is now {{ value | default: 'none' | bold }}
{% endunless %}
{% endfor %}
{% endif %}`,
    },
  ],
  samples: [
    {
      payload: {
        id: 'evt_1',
        object: 'event',
        type: 'charge.succeeded',
        data: { object: { object: 'charge', id: 'ch_1', amount: 1000, currency: 'eur', customer: 'cus_1' } },
      },
      topic: 'cus_1',
      text: '[Charge](https://dashboard.stripe.com/payments/ch_1) of **10.00 EUR** for [cus_1](https://dashboard.stripe.com/customers/cus_1): **succeeded**',
    },
    {
      payload: {
        id: 'evt_2',
        object: 'event',
        type: 'customer.subscription.updated',
        data: {
          object: { object: 'subscription', id: 'sub_1', customer: 'cus_1', status: 'active', quantity: 2 },
          previous_attributes: { quantity: 1 },
        },
      },
      topic: 'cus_1',
      text: '[Subscription](https://dashboard.stripe.com/subscriptions/sub_1) for [cus_1](https://dashboard.stripe.com/customers/cus_1): **updated** (active)\n* Quantity: 2\n* Quantity is now **2**',
    },
  ],
};
