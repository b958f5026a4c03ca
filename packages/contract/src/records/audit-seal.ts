/** Tamper evidence of the audit log: the newest seal. */
import { contract } from '../base/route.ts';

export const auditSeal = contract({
  'GET /government/audit/head': {
    summary:
      'The newest seal of the trail, to be kept elsewhere: with it any later change of what it covers is found',
    access: 'government',
    duty: ['view', 'auditor'],
    auditAction: 'audit.download',
    limit: 'export',
    produces: 'application/json',
  },
});
