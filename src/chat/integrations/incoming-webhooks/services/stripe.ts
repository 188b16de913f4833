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
{% assign customer = object.customer %}
{% assign customer_url = page | append: 'customers/' | append: customer %}
{% assign coupon = object.coupon | default: object.discount.coupon | default: object %}
{% case object.object %}
{% when 'customer' or 'subscription' or 'invoice' or 'coupon' or 'payout' or 'transfer' or 'dispute' or 'product' or 'plan' \
or 'price' %}
{% assign url = page | append: object.object | append: 's/' | append: object.id %}
{% when 'discount' %}
{% assign url = page | append: 'coupons/' | append: coupon.id %}
{% when 'account' %}
{% assign url = page | append: 'connect/accounts/' | append: object.id %}
{% when 'charge' or 'payment_intent' or 'refund' or 'checkout.session' or 'payment' %}
{% assign payment = object.payment_intent | default: object.charge | default: object.id %}
{% assign url = page | append: 'payments/' | append: payment %}
{% else %}
{% assign url = '' %}
{% if object.charge | is_text %}
{% assign url = page | append: 'payments/' | append: object.charge %}
{% elsif object.invoice %}
{% assign url = page | append: 'invoices/' | append: object.invoice %}
{% elsif customer %}
{% assign url = customer_url %}
{% endif %}
{% endcase %}
{% assign plan = object.plan | default: object.items.data[0].price | default: object.items.data[0].plan %}
{% assign buyer = object.customer_name | default: object.customer_details.name | default: object.customer_email \
| default: object.customer_details.email | default: object.billing_details.name | default: customer %}
{% assign cents = object.amount_due | default: object.amount_paid | default: object.amount_total | default: object.amount \
| default: object.unit_amount %}
{% if cents %}
{% assign amount = cents | money: object.currency %}
{% endif %}`,
  topic: `{% if object.object == 'customer' %}{{ object.id }}{% elsif customer %}{{ customer }}\
{% else %}{{ object.object | default: type | words | append: 's' }}{% endif %}`,
  events: [
    {
      on: ['invoice.updated', 'customer.updated', 'account.application.authorized', 'account.application.deauthorized'],
      when: 'data.previous_attributes.size == 0',
    },
    { on: 'account.updated', when: 'data.previous_attributes == nil or data.previous_attributes.size == 0' },
    { on: ['balance.available', 'payment_method.attached', 'payment_method.updated', 'setup_intent.created'] },
    {
      needs: ['data'],
      text: `
{% assign words = kind | first | words %}
{% assign noun = object.object | replace: 'invoiceitem', 'invoice item' | words | default: words | sentence_case %}
{% assign done = kind | last | words %}
{% if object.number %}{% assign noun = noun | append: ' ' | append: object.number %}{% endif %}
{{ noun | link: url }}{% if amount %} of {{ amount | bold }}{% endif %}\
{% assign buyer_url = '' %}{% if customer %}{% assign buyer_url = customer_url %}{% endif %}\
{% if buyer and object.object != 'customer' %} for {{ buyer | link: buyer_url }}{% endif %}: {{ done | bold }}\
{% if object.status and object.status != done %} ({{ object.status | words }}){% endif %}
{% if object.amount_refunded > 0 %}
* Refunded: {{ object.amount_refunded | money: object.currency }}
{% endif %}
{% if object.fraud_type %}
* Fraud: {{ object.fraud_type | words }}
{% endif %}
{% if object.last4 %}
* {{ object.brand }} {{ object.last4 }}, {{ object.exp_month }}/{{ object.exp_year }}
{% endif %}
{% if object.recurring.interval %}
* Each {{ object.recurring.interval }}
{% endif %}
{% if object.name or object.email %}
* {{ object.name }} {{ object.email }}
{% endif %}
{% if object.description %}
* Description: {{ object.description }}
{% endif %}
{% if plan %}
{% assign cost = plan.amount | default: plan.unit_amount %}
{% assign price = cost | money: plan.currency %}
* Plan: {{ plan.nickname | default: plan.name | default: plan.id }}{% if cost %}, \
{{ price }} per {{ plan.interval | default: plan.recurring.interval | default: 'unit' }}{% endif %}
{% endif %}
{% assign quantity = object.quantity | default: object.items.data[0].quantity %}
{% if quantity %}
* Quantity: {{ quantity }}
{% endif %}
{% assign billing = object.collection_method | default: object.billing %}
{% if billing and object.object == 'subscription' %}
* Billing: {{ billing | words }}
{% endif %}
{% if object.evidence_details.due_by and object.status contains 'response' %}
* Evidence due: {{ object.evidence_details.due_by | time }}
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
{% assign percentage = coupon.percent_off_precise | default: coupon.percent_off %}
{% if percentage %}
* Discount: {{ percentage }} %
{% endif %}
{% if coupon.amount_off %}
{% assign off = coupon.amount_off | money: coupon.currency %}
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
{% assign is_list = value | is_list %}
{% unless is_shown or is_list or name contains '_url' or name contains '_pdf' %}
* {{ name | words | sentence_case }} is now \
{% if name contains '_start' or name contains '_end' or name contains '_at' or name contains 'anchor' or name == 'start' \
or name == 'due_date' %}{{ value | time | default: 'none' | bold }}\
{% elsif name contains 'amount' or name contains 'balance' or name == 'total' %}{{ value | money: object.currency | bold }}\
{% else %}{{ value | default: 'none', allow_false: true | bold }}{% endif %}
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
    {
      payload: {
        id: 'evt_3',
        object: 'event',
        type: 'charge.dispute.created',
        data: {
          object: {
            object: 'dispute',
            id: 'du_1',
            amount: 2200,
            currency: 'jpy',
            reason: 'product_not_received',
            status: 'needs_response',
            evidence_details: { due_by: 1_800_000_000 },
          },
        },
      },
      topic: 'disputes',
      text: '[Dispute](https://dashboard.stripe.com/disputes/du_1) of **2200 JPY**: **created** (needs response)\n* Evidence due: <time:2027-01-15T08:00:00.000Z>\n* Reason: product not received',
    },
    {
      payload: {
        id: 'evt_4',
        object: 'event',
        type: 'customer.subscription.updated',
        data: {
          object: {
            object: 'subscription',
            id: 'sub_2',
            customer: 'cus_1',
            status: 'active',
            collection_method: 'send_invoice',
            cancel_at_period_end: false,
            current_period_end: 1_800_000_000,
            items: {
              data: [
                {
                  quantity: 3,
                  price: { nickname: 'Team', unit_amount: 900, currency: 'eur', recurring: { interval: 'month' } },
                },
              ],
            },
          },
          previous_attributes: { cancel_at_period_end: true, current_period_end: 1_700_000_000 },
        },
      },
      topic: 'cus_1',
      text: '[Subscription](https://dashboard.stripe.com/subscriptions/sub_2) for [cus_1](https://dashboard.stripe.com/customers/cus_1): **updated** (active)\n* Plan: Team, 9.00 EUR per month\n* Quantity: 3\n* Billing: send invoice\n* Cancel at period end is now **false**\n* Current period end is now **<time:2027-01-15T08:00:00.000Z>**',
    },
    {
      payload: {
        id: 'evt_5',
        object: 'event',
        type: 'charge.refund.updated',
        data: {
          object: {
            object: 'refund',
            id: 're_1',
            amount: 100,
            currency: 'eur',
            payment_intent: 'pi_1',
            status: 'succeeded',
          },
        },
      },
      topic: 'refunds',
      text: '[Refund](https://dashboard.stripe.com/payments/pi_1) of **1.00 EUR**: **updated** (succeeded)',
    },
    {
      payload: {
        id: 'evt_6',
        object: 'event',
        type: 'invoiceitem.created',
        data: {
          object: {
            object: 'invoiceitem',
            id: 'ii_1',
            amount: 100,
            currency: 'eur',
            customer: 'cus_1',
            description: 'A seat',
          },
        },
      },
      topic: 'cus_1',
      text: '[Invoice item](https://dashboard.stripe.com/customers/cus_1) of **1.00 EUR** for [cus_1](https://dashboard.stripe.com/customers/cus_1): **created**\n* Description: A seat',
    },
    {
      payload: {
        type: 'coupon.created',
        data: {
          object: {
            object: 'coupon',
            id: 'SPRING',
            name: 'Spring sale',
            amount_off: 1500,
            currency: 'eur',
            duration: 'once',
          },
        },
      },
      topic: 'coupons',
      text: '[Coupon](https://dashboard.stripe.com/coupons/SPRING): **created**\n* Spring sale\n* Discount: 15.00 EUR',
    },
    {
      payload: {
        type: 'coupon.created',
        data: { object: { object: 'coupon', id: 'HALF', percent_off: 13, percent_off_precise: 12.5 } },
      },
      topic: 'coupons',
      text: '[Coupon](https://dashboard.stripe.com/coupons/HALF): **created**\n* Discount: 12.5 %',
    },
    {
      payload: {
        type: 'invoice.updated',
        data: {
          object: {
            object: 'invoice',
            id: 'in_9',
            customer: 'cus_9',
            amount_due: 900,
            currency: 'eur',
            paid: true,
            hosted_invoice_url: 'https://pay.example/i/9',
            invoice_pdf: 'https://pay.example/i/9/pdf',
          },
          previous_attributes: { paid: false, hosted_invoice_url: null, invoice_pdf: null },
        },
      },
      topic: 'cus_9',
      text: '[Invoice](https://dashboard.stripe.com/invoices/in_9) of **9.00 EUR** for [cus_9](https://dashboard.stripe.com/customers/cus_9): **updated**\n* [Invoice](https://pay.example/i/9)\n* Paid is now **true**',
    },
    {
      payload: {
        type: 'charge.refunded',
        data: {
          object: {
            object: 'charge',
            id: 'ch_7',
            amount: 2000,
            amount_refunded: 500,
            currency: 'eur',
            billing_details: { name: 'Mia' },
            status: 'succeeded',
          },
        },
      },
      topic: 'charges',
      text:
        '[Charge](https://dashboard.stripe.com/payments/ch_7) of **20.00 EUR** for Mia: **refunded** (succeeded)\n' +
        '* Refunded: 5.00 EUR',
    },
    {
      payload: {
        type: 'price.created',
        data: {
          object: {
            object: 'price',
            id: 'price_7',
            unit_amount: 1500,
            currency: 'eur',
            recurring: { interval: 'month' },
          },
        },
      },
      topic: 'prices',
      text: '[Price](https://dashboard.stripe.com/prices/price_7) of **15.00 EUR**: **created**\n* Each month',
    },
    {
      payload: {
        type: 'radar.early_fraud_warning.created',
        data: {
          object: { object: 'radar.early_fraud_warning', charge: 'ch_7', fraud_type: 'card_never_received' },
        },
      },
      topic: 'radar early fraud warnings',
      text:
        '[Radar early fraud warning](https://dashboard.stripe.com/payments/ch_7): **created**\n' +
        '* Fraud: card never received',
    },
    {
      payload: {
        type: 'customer.source.expiring',
        data: {
          object: {
            object: 'card',
            brand: 'Visa',
            last4: '0007',
            exp_month: 8,
            exp_year: 2026,
            customer: 'cus_7',
          },
        },
      },
      topic: 'cus_7',
      text:
        '[Card](https://dashboard.stripe.com/customers/cus_7) for [cus_7](https://dashboard.stripe.com/customers/cus_7): **expiring**\n' +
        '* Visa 0007, 8/2026',
    },
    {
      payload: {
        type: 'invoice.paid',
        data: {
          object: {
            object: 'invoice',
            id: 'in_7',
            number: 'A-7',
            amount_due: 1500,
            currency: 'eur',
            customer: 'cus_7',
            customer_name: 'Mia',
            status: 'paid',
          },
        },
      },
      topic: 'cus_7',
      text: '[Invoice A-7](https://dashboard.stripe.com/invoices/in_7) of **15.00 EUR** for [Mia](https://dashboard.stripe.com/customers/cus_7): **paid**',
    },
  ],
};
