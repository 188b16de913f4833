/** Whether only this computer can reach a host name. */
export const isOfThisComputer = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);
