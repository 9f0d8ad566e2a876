import { CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Conformance } from '@portico/contracts/http/conformance';
import { FigureCard, FigureCards } from '../../../shared/health/figure-card.tsx';
import { acceptedNote, shareText } from './share.ts';

export type ConformanceCardsProps = {
  /** Undefined while it is not known. */
  conformance: Conformance | undefined;
  isBusy: boolean;
  /** Further cards. */
  children?: ReactNode;
};

/** Numbers that say different things, each for itself. */
export const ConformanceCards = ({ conformance, isBusy, children }: ConformanceCardsProps) => (
  <FigureCards isBusy={isBusy}>
    <FigureCard
      name="Accepted"
      icon={CircleCheck}
      value={conformance && shareText(conformance.accepted, conformance.published)}
      note={conformance && acceptedNote(conformance.accepted, conformance.published)}
    />
    <FigureCard
      name="On time"
      icon={Clock}
      value={conformance && shareText(conformance.onTime, conformance.accepted)}
      note="within 60 s of when it happened"
    />
    {children}
  </FigureCards>
);
