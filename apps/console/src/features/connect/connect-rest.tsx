import { ArrivalsSection, type ArrivalsSectionProps } from './arrivals/arrivals-section.tsx';
import { ConformanceSection } from './conformance/conformance-section.tsx';
import { ContractSection } from './contract/contract-section.tsx';
import { DoorsSection, type DoorsSectionProps } from './doors/doors-section.tsx';
import { PublishersSection } from './publishers/publishers-section.tsx';
import { TrustSection } from './trust/trust-section.tsx';

export type ConnectRestProps = DoorsSectionProps & ArrivalsSectionProps;

/** What stands below the first step. */
export const ConnectRest = ({ api, connect, made, ...arrivals }: ConnectRestProps) => (
  <>
    <DoorsSection {...{ api, connect, made }} />
    <ArrivalsSection {...{ api, connect }} {...arrivals} />
    <ConformanceSection {...{ api, connect }} />
    <ContractSection {...{ api, connect }} />
    <TrustSection {...{ api, connect }} />
    {connect.right !== 'publisher' && <PublishersSection api={api} id={connect.id} />}
  </>
);
