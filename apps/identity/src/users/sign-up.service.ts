import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Usertype } from '@portico/contracts/common/roles';
import { LeadSignUp, type SignUpReceipt, type UserCreate, VendorSignUp } from '@portico/contracts/http/identity';
import { type Caller, type Pass, Problem, validate } from '@portico/service';
import { z } from 'zod';
import { Proofs } from '../bot-check/proofs.ts';
import { User } from './user.entity.ts';
import { UsersService } from './users.service.ts';

/** Who sends a public form, as far as is known. */
export type Visitor = {
  caller: Caller | undefined;
  /** Why the token that was sent is not accepted. */
  refusal: Problem | undefined;
  /** What the header of the bot check's proof says. */
  proof: string | undefined;
};

const Kind = z.object({ usertype: Usertype });
const FORMS = { LEAD: LeadSignUp, VENDOR: VendorSignUp };

/** Whether somebody of a type that public forms are for is to be created. */
export const isPublicForm = (body: unknown): boolean => {
  const { success, data } = Kind.safeParse(body);
  return success && data.usertype in FORMS;
};

/** The public door to users: sign-up, the request for a demo, the registration of a vendor. */
@Injectable()
export class SignUpService {
  private readonly logger = new Logger(SignUpService.name);

  constructor(
    @Inject(EntityManager) private readonly em: EntityManager,
    @Inject(UsersService) private readonly users: UsersService,
    @Inject(Proofs) private readonly proofs: Proofs,
  ) {}

  /**
   * Creates a lead or a vendor. For an e-mail that is there already nothing is changed and the same is answered, with the
   * same checks and one commit before it: the form tells nobody who has an account. A refused form leaves its proof unused.
   */
  async signUp(visitor: Visitor, body: unknown): Promise<SignUpReceipt> {
    const { usertype } = validate(Kind, body);
    if (usertype !== 'LEAD' && usertype !== 'VENDOR')
      throw visitor.caller ? Problem.forbidden() : (visitor.refusal ?? Problem.unauthenticated());
    if (visitor.proof === undefined && visitor.refusal) throw visitor.refusal;
    const pass = await this.proofs.check(visitor.proof);
    const user = toUser(validate<typeof LeadSignUp | typeof VendorSignUp>(FORMS[usertype], body));
    await this.insertOnce(pass, user).catch((error: unknown) => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      return this.insertOnce(pass, user); // somebody was faster: now the e-mail is there
    });
    return { name: user.name, email: user.email, usertype };
  }

  private async insertOnce(pass: Pass, user: UserCreate): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await this.proofs.use(em, pass);
      if ((await em.count(User, { email: user.email })) > 0)
        this.logger.log('sign-up ignored, a user with this e-mail exists');
      else await this.users.insert(em, user);
    });
  }
}

const toUser = (form: LeadSignUp | VendorSignUp): UserCreate => {
  if (!('message' in form)) return form;
  const { message, ...fields } = form;
  return { ...fields, description: message };
};
