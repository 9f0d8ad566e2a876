import { describe, expect, it } from '@jest/globals';
import { AuditCall } from './audit-call.ts';
import { AuditTrail, MAX_CALLERS, MAX_REFUSALS } from './audit-trail.ts';

const callBy = (id: number): AuditCall =>
  new AuditCall({
    action: 'organization.update',
    isWrite: true,
    actor: { kind: 'user', id, email: null, role: 'CLIENT' },
    channel: 'API',
    service: 'orgs',
    requestId: null,
    address: null,
  });

describe('rejections of known callers', () => {
  const refuse = (trail: AuditTrail, id: number): void => trail.refused(callBy(id), { status: 403, code: 'forbidden' });
  const started = () => {
    const written: (number | null)[] = [];
    const trail = new AuditTrail('orgs');
    trail.keepBy(async ({ actor }) => void written.push(actor.id));
    return { trail, written };
  };

  it('are recorded up to a maximum per caller and hour', () => {
    const { trail, written } = started();
    for (let index = 0; index < MAX_REFUSALS + 5; index += 1) refuse(trail, 1);
    refuse(trail, 2);
    expect(written.filter((id) => id === 1)).toHaveLength(MAX_REFUSALS);
    expect(written.filter((id) => id === 2)).toHaveLength(1);
  });

  it('are counted for a limited number of callers and recorded for all callers', () => {
    const { trail, written } = started();
    for (let id = 1; id <= MAX_CALLERS + 10; id += 1) refuse(trail, id);
    expect(written).toHaveLength(MAX_CALLERS + 10);
    expect(Reflect.get(trail, 'refusals').size).toBeLessThanOrEqual(MAX_CALLERS);
  });
});
