import { VisuallyHidden } from '@mantine/core';
import { priorityOf, rankOf } from '@tealight/glucose';
import { alarmTitle } from './alarm-text.ts';
import type { AlarmView } from './bar/alarm-view.ts';

/**
 * Announces alarms to screen readers, urgent ones at once, without their age: that would be said again each minute. Both
 * regions stay in the page: one that appears with its text is not announced everywhere.
 */
export function AlarmAnnouncement({ views }: { views: readonly AlarmView[] }) {
  const isUrgent = ({ alarm }: AlarmView) => priorityOf(rankOf(alarm.kind)) === 'urgent';
  const [urgent, others] = [views.filter(isUrgent), views.filter((view) => !isUrgent(view))];
  return (
    <>
      <VisuallyHidden role="alert">{urgent.map(alarmTitle).join('. ')}</VisuallyHidden>
      <VisuallyHidden role="status">{others.map(alarmTitle).join('. ')}</VisuallyHidden>
    </>
  );
}
