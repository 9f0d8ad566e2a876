import { defineEntity, p } from '@mikro-orm/core';

/** Index of the subjects whose newest event failed. */
export const FAILING_INDEX = `create index "episode_subject_marks_failing_index" on "episode_subject_marks" ("integration_id", "event_name")
      where "failure_at" > coalesce("success_at", '-infinity')`;

const SubjectMarkSchema = defineEntity({
  name: 'SubjectMark',
  tableName: 'episode_subject_marks',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    integrationId: p.integer().primary().autoincrement(false),
    eventName: p.text().primary(),
    subject: p.text().primary(),
    failureAt: p.datetime(3).nullable(),
    successAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'episode_subject_marks_failing_index', expression: FAILING_INDEX }],
});

/** When events of one name and subject last failed and last succeeded; see `EpisodeMark`. */
export class SubjectMark extends SubjectMarkSchema.class {}
SubjectMarkSchema.setClass(SubjectMark);
