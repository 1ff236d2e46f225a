export declare const modules: Readonly<Record<string, string>>;
export declare const commonJs: Readonly<Record<string, string>>;
