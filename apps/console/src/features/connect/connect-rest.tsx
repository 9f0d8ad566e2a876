import { ArrivalsSection, type ArrivalsSectionProps } from './arrivals/arrivals-section.tsx';
import { ConformanceSection } from './conformance/conformance-section.tsx';
import { ContractSection } from './contract/contract-section.tsx';
import { DoorsSection, type DoorsSectionProps } from './doors/doors-section.tsx';
import { PublishersSection } from './publishers/publishers-section.tsx';
import { TrustSection } from './trust/trust-section.tsx';

export type ConnectRestProps = DoorsSectionProps & ArrivalsSectionProps;

/** What stands below the first step. */
export const ConnectRest = ({ connect, made, ...arrivals }: ConnectRestProps) => (
  <>
    <DoorsSection {...{ connect, made }} />
    <ArrivalsSection connect={connect} {...arrivals} />
    <ConformanceSection connect={connect} />
    <ContractSection connect={connect} />
    <TrustSection connect={connect} />
    {connect.right !== 'publisher' && <PublishersSection id={connect.id} />}
  </>
);
