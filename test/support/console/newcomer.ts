/** A valid registration; the first one becomes a super admin. */
export const NEWCOMER = {
  username: 'ada',
  password: 'open-sesame',
  confirm_password: 'open-sesame',
  company_name: 'Harbour Goods',
  company_email: 'ada@example.com',
  phone_number: '5550100100',
  is_super_admin: true,
}
